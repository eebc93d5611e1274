//! What stands in for PNG and PDF where the program was built without them: no picture is made, and it is said why.

use crate::{DrawError, Paper};

/// Says that there are no PNG pictures.
pub fn png(_svg: &str, _width: u32) -> Result<Vec<u8>, DrawError> {
    Err(DrawError::LeftOut("PNG"))
}

/// Says that there are no PDF files.
pub fn pdf(_pictures: &[String], _scale: f64, _paper: Option<Paper>) -> Result<Vec<u8>, DrawError> {
    Err(DrawError::LeftOut("PDF"))
}
