//! A picture as pixels, for whoever shows no SVG: previews of links, chats, models.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

use resvg::{
    tiny_skia::{Color, IntSize, Pixmap, Transform},
    usvg::{Options, Tree, fontdb},
};

use crate::svg::tokens::PAPER;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark ink on pale paper.
    #[default]
    Light,
    /// Pale ink on dark paper.
    Dark,
}

/// The most pixels from the top of a picture to its bottom. One that would be higher is narrower
/// than asked for.
const MAX_HEIGHT: u32 = 4096;

/// Letters, so that a machine without fonts writes as well.
// Read once: every picture is written with them.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for face in [
        &include_bytes!("../fonts/NotoSans-Regular.ttf")[..],
        include_bytes!("../fonts/NotoSans-Bold.ttf"),
    ] {
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(face)));
    }
    fonts.set_monospace_family(FAMILY);
    Arc::new(fonts)
});
const FAMILY: &str = "Noto Sans";

/// A picture of this crate as a PNG file, so many pixels wide.
///
/// ```
/// use web::png::{Theme, png};
///
/// let png = png(&web::not_begun(), 300, Theme::Dark);
/// assert!(png.starts_with(b"\x89PNG"));
/// ```
///
/// # Panics
///
/// If it is no SVG, or has no width.
pub fn png(picture: &str, width: u32, theme: Theme) -> Vec<u8> {
    let tree = tree(picture, theme);
    let whole = tree.size().to_int_size();
    let size = whole.scale_to_width(width).expect("it has a width");
    let size = if size.height() > MAX_HEIGHT {
        whole.scale_to_height(MAX_HEIGHT)
    } else {
        Some(size)
    };
    let size = size.expect("it has a height");
    let pixels = Pixmap::new(size.width(), size.height()).expect("it has pixels");
    drawn(&tree, size, pixels)
}

/// The same in a frame of so many pixels: all of it, as large as it can be, in the middle of the
/// ground of a page.
///
/// # Panics
///
/// If it is no SVG, or the frame has no pixels.
pub fn framed(picture: &str, (width, height): (u32, u32), theme: Theme) -> Vec<u8> {
    let tree = tree(picture, theme);
    let frame = IntSize::from_wh(width, height).expect("a frame has pixels");
    let size = tree.size().to_int_size().scale_to(frame);
    let mut pixels = Pixmap::new(width, height).expect("a frame has pixels");
    pixels.fill(ground(theme));
    drawn(&tree, size, pixels)
}

fn tree(picture: &str, theme: Theme) -> Tree {
    let options = Options {
        font_family: FAMILY.to_owned(),
        fontdb: Arc::clone(&FONTS),
        ..Options::default()
    };
    // The letters have no minus sign, but a dash that looks the same.
    let picture = with_colors(picture, theme).replace('\u{2212}', "\u{2013}");
    Tree::from_str(&picture, &options).expect("pictures are SVG")
}

/// The color of pages.
fn ground(theme: Theme) -> Color {
    let (_, light, dark) = PAPER;
    let color = if theme == Theme::Dark { dark } else { light };
    let part = |at: usize| {
        color
            .get(at..at + 2)
            .map(|part| u8::from_str_radix(part, 16))
    };
    let [red, green, blue] = [1, 3, 5].map(|at| part(at).and_then(Result::ok).unwrap_or_default());
    Color::from_rgba8(red, green, blue, u8::MAX)
}

/// The picture, in this size in the middle of the pixels.
fn drawn(tree: &Tree, size: IntSize, mut pixels: Pixmap) -> Vec<u8> {
    let [across, down] = scale(tree.size(), size.to_size());
    let beside = |all: u32, own: u32| f32::from(domain::cast::<u16>(all.saturating_sub(own) / 2));
    let left = beside(pixels.width(), size.width());
    let top = beside(pixels.height(), size.height());
    let place = Transform::from_scale(across, down).post_translate(left, top);
    resvg::render(tree, place, &mut pixels.as_mut());
    pixels.encode_png().expect("memory takes all")
}

#[expect(
    clippy::float_arithmetic,
    reason = "the library measures in fractions of pixels"
)]
fn scale(from: resvg::tiny_skia::Size, to: resvg::tiny_skia::Size) -> [f32; 2] {
    [to.width() / from.width(), to.height() / from.height()]
}

/// The same picture with each color in the place of its name: the library knows no names.
fn with_colors(picture: &str, theme: Theme) -> String {
    let colors = colors(picture, theme);
    let mut parts = picture.split("var(--");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(')').unwrap_or((part, ""));
        written.push_str(colors.get(name).copied().unwrap_or("none"));
        written.push_str(rest);
    }
    written
}

/// The colors that a picture declares, by name. It declares those for dark last.
fn colors(picture: &str, theme: Theme) -> HashMap<&str, &str> {
    let mut colors = HashMap::new();
    for declared in picture.split("--").skip(1) {
        let declared = declared
            .split_once(';')
            .map_or("", |(declared, _)| declared);
        let Some((name, color)) = declared.split_once(':') else {
            continue;
        };
        if color.starts_with('#') && (theme == Theme::Dark || !colors.contains_key(name)) {
            colors.insert(name, color);
        }
    }
    colors
}

#[cfg(test)]
mod tests {
    use domain::{Dice, GameId, Seed, Viewer};

    use super::*;
    use crate::{Focus, board};

    /// How wide and how high a PNG file says it is.
    fn size(png: &[u8]) -> [u32; 2] {
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        [number(16), number(20)]
    }

    fn pixels(png: &[u8]) -> Pixmap {
        Pixmap::decode_png(png).unwrap()
    }

    fn boards() -> impl Iterator<Item = String> {
        GameId::ALL.iter().map(|game| {
            let dice = Dice::new(Seed([7; 32]));
            let (state, _) = game.default_options().set_up(2, &dice).begin(&dice);
            board(&state.view(Viewer::Spectator), &Focus::default())
        })
    }

    #[test]
    fn a_picture_is_as_wide_as_asked_for_in_light_and_in_dark() {
        for board in boards() {
            let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| png(&board, 640, theme));
            assert_eq!(size(&light)[0], 640);
            assert_eq!(size(&light), size(&dark));
            let ground = |png: &[u8]| {
                let pixels = pixels(png);
                let middle = pixels.pixel(320, 5).unwrap();
                [middle.red(), middle.green(), middle.blue()]
            };
            assert_eq!(ground(&light), [0xFB, 0xFC, 0xFA]);
            assert_eq!(ground(&dark), [0x16, 0x22, 0x29]);
        }
    }

    #[test]
    fn every_board_has_many_colors_and_none_is_unknown() {
        for board in boards() {
            for theme in [Theme::Light, Theme::Dark] {
                let drawn = with_colors(&board, theme);
                assert!(!drawn.contains("var("), "{drawn}");
                assert!(!drawn.contains("\"none\"\"") && !drawn.contains("fill:none;fill"));
                let pixels = pixels(&png(&board, 640, theme));
                let colors: std::collections::HashSet<u32> = pixels
                    .pixels()
                    .iter()
                    .map(|it| u32::from_be_bytes([it.red(), it.green(), it.blue(), it.alpha()]))
                    .collect();
                assert!(colors.len() > 100, "{}", colors.len());
            }
        }
    }

    #[test]
    fn text_is_written_without_a_font_of_the_machine() {
        let with_text = png(&crate::not_begun(), 300, Theme::Light);
        let text = "This match has not begun.";
        let without = png(&crate::not_begun().replace(text, ""), 300, Theme::Light);
        assert_ne!(with_text, without);
    }

    #[test]
    fn a_picture_in_a_frame_is_whole_on_the_ground_of_pages_whatever_its_shape() {
        let corner = |png: &[u8]| {
            let pixels = pixels(png);
            let corner = pixels.pixel(0, 0).unwrap();
            [corner.red(), corner.green(), corner.blue()]
        };
        for board in boards() {
            for frame in [(1200, 630), (400, 1600)] {
                let [light, dark] = [Theme::Light, Theme::Dark].map(|it| framed(&board, frame, it));
                assert_eq!(size(&light), [frame.0, frame.1]);
                assert_eq!(size(&dark), [frame.0, frame.1]);
                assert_eq!(corner(&light), [0xF2, 0xF5, 0xF0]);
                assert_eq!(corner(&dark), [0x0F, 0x18, 0x1D]);
                let middle = pixels(&light);
                let middle = middle.pixel(frame.0 / 2, frame.1 / 2).unwrap();
                assert_ne!(
                    [middle.red(), middle.green(), middle.blue()],
                    [0xF2, 0xF5, 0xF0]
                );
            }
        }
    }

    #[test]
    fn a_very_high_picture_is_made_narrower() {
        let high = crate::not_begun().replace("viewBox=\"0 0 ", "viewBox=\"0 0 1");
        let svg = high.replacen(" 52\"", " 99999\"", 1);
        let made = size(&png(&svg, 2048, Theme::Light));
        assert!(made[1] <= MAX_HEIGHT && made[0] >= 1, "{made:?}");
    }
}
