//! Student's distribution: how far a mean of few values may be off by chance.

/// The part of Student's distribution with that many degrees of freedom that lies beyond `±t`.
pub fn beyond(t: f64, freedom: f64) -> f64 {
    if !t.is_finite() {
        return 0.0;
    }
    incomplete_beta(freedom / 2.0, 0.5, freedom / (freedom + t * t))
}

/// The `t` beyond which (on both sides together) that part of the distribution lies.
pub fn quantile(part: f64, freedom: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1e6);
    // The part beyond t falls as t grows; sixty halvings leave less than a billionth of doubt.
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if beyond(middle, freedom) > part { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The regularised incomplete beta function, by its continued fraction (Lentz).
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The fraction converges quickly on this side of the mean only; the other side is its mirror.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, 1.0 - x);
    }
    let front = (log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * x.ln() + b * (1.0 - x).ln()).exp() / a;
    let away_from_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for step in 1..1000 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            d = 1.0 / away_from_zero(1.0 + term * d);
            c = away_from_zero(1.0 + term / c);
            change = c * d;
            fraction *= change;
        }
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front * fraction
}

/// The logarithm of the gamma function, by Stirling's series from ten on and the recurrence below.
fn log_gamma(x: f64) -> f64 {
    let (mut x, mut shift) = (x, 0.0);
    while x < 10.0 {
        shift -= x.ln();
        x += 1.0;
    }
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) + 1.0 / (1260.0 * x.powi(5)) - 1.0 / (1680.0 * x.powi(7));
    shift + (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values as tables of the distribution have them.
    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, five_percent, one_percent) in
            [(1.0, 12.7062, 63.6567), (2.0, 4.3027, 9.9248), (9.0, 2.2622, 3.2498), (30.0, 2.0423, 2.7500), (1e6, 1.9600, 2.5758)]
        {
            assert!((quantile(0.05, freedom) - five_percent).abs() < 6e-5, "{freedom}: {}", quantile(0.05, freedom));
            assert!((quantile(0.01, freedom) - one_percent).abs() < 6e-5, "{freedom}: {}", quantile(0.01, freedom));
        }
    }

    #[test]
    fn the_part_beyond_is_that_of_closed_forms() {
        // With one degree of freedom it is Cauchy's distribution, with two it has a closed form as well.
        for t in [0.1f64, 0.5, 1.0, 3.0, 20.0] {
            let cauchy = 1.0 - 2.0 * t.atan() / std::f64::consts::PI;
            let two = 1.0 - t / (2.0 + t * t).sqrt();
            assert!((beyond(t, 1.0) - cauchy).abs() < 1e-12 && (beyond(t, 2.0) - two).abs() < 1e-12, "{t}");
        }
        assert_eq!((beyond(0.0, 5.0), beyond(f64::INFINITY, 5.0)), (1.0, 0.0));
    }

    #[test]
    fn gamma_is_the_factorial() {
        assert!((log_gamma(5.0) - 24f64.ln()).abs() < 1e-10);
        assert!((log_gamma(0.5) - std::f64::consts::PI.sqrt().ln()).abs() < 1e-10);
    }
}
