//! Pictures.

use utoipa::ToSchema;

/// A picture as an SVG document. It stands alone: it has its own colors, for light and for dark,
/// and loads nothing.
#[derive(Debug, ToSchema)]
#[schema(max_length = 1_000_000)]
#[expect(
    dead_code,
    reason = "here for the document; pictures are sent as they are drawn"
)]
pub struct Picture(String);

/// A picture as a PNG file: the same as the SVG, in pixels.
#[derive(Debug, ToSchema)]
#[schema(format = Binary, max_length = 33_554_432)]
#[expect(
    dead_code,
    reason = "here for the document; pictures are sent as they are drawn"
)]
pub struct Pixels(String);
