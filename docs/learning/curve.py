"""The curve of a training as SVG: the share of games won against `greedy` over minutes of the processor."""

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 720, 380, 56, 46, 34


def draw(points, title):
    """`points` are dicts with `minutes`, `share`, `low` and `high`."""
    last = max(points[-1]["minutes"], 1e-9)
    x = lambda minutes: LEFT + (WIDTH - LEFT - 16) * minutes / last
    y = lambda share: TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)
    line = " ".join(f"{x(p['minutes']):.1f},{y(p['share']):.1f}" for p in points)
    edge = [(p["minutes"], p["high"]) for p in points] + [(p["minutes"], p["low"]) for p in reversed(points)]
    band = " ".join(f"{x(minutes):.1f},{y(share):.1f}" for minutes, share in edge)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">',
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="20" fill="#222">{title}</text>',
    ]
    for tenth in range(0, 11, 2):
        at = y(tenth / 10)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 16}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end" fill="#444">{10 * tenth} %</text>')
    half = y(0.5)
    parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 16}" y1="{half:.1f}" y2="{half:.1f}" stroke="#b33" stroke-dasharray="6 4"/>')
    parts.append(f'<text x="{WIDTH - 20}" y="{half + 16:.1f}" text-anchor="end" fill="#b33">as strong as greedy</text>')
    for minutes in range(0, int(last) + 1, max(1, round(last / 8))):
        parts.append(f'<text x="{x(minutes):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle" fill="#444">{minutes}</text>')
    parts += [
        f'<text x="{(LEFT + WIDTH) / 2:.0f}" y="{HEIGHT - 8}" text-anchor="middle" fill="#444">minutes of the processor</text>',
        f'<polygon points="{band}" fill="#2a6f97" fill-opacity="0.2"/>',
        f'<polyline points="{line}" fill="none" stroke="#2a6f97" stroke-width="2"/>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
