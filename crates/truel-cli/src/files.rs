//! Files: read plain or gzip, written whole or not at all, and checked before the work that fills
//! them.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use flate2::bufread::MultiGzDecoder;
use tempfile::NamedTempFile;
use truel_arena::RecordFile;
use truel_core::trace::BadInput;
use truel_proofs::pentago_swap::proof::MAGIC;

use crate::interrupt::Temporary;
use crate::setup::setup;

/// Opens a file of lines (`-` is standard input), plain or gzip.
pub(crate) fn open(path: &Path) -> Result<Box<dyn BufRead>> {
    let unreadable = |cause: io::Error| anyhow!("{}: {cause}", path.display());
    let mut file: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path).map_err(unreadable)?))
    };
    let is_gzip = file.fill_buf().map_err(unreadable)?.starts_with(&[0x1f, 0x8b]);
    Ok(if is_gzip {
        Box::new(BufReader::new(Unpacked(MultiGzDecoder::new(file))))
    } else {
        file
    })
}

/// A gzip stream that says so when it is cut off.
struct Unpacked<R>(MultiGzDecoder<R>);

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes).map_err(|error| match error.kind() {
            kind @ io::ErrorKind::UnexpectedEof => io::Error::new(kind, "the gzip stream is cut off"),
            _ => error,
        })
    }
}

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The store of a tournament.
    Tournament,
    /// The store of the web arena.
    Rooms,
    /// A proof of who wins.
    Proof,
    /// Records or traces, plain or gzip.
    Records,
}

impl Kind {
    /// By how the file begins; a store also by its tables.
    pub(crate) fn of(path: &Path) -> Result<Self> {
        const SQLITE: &[u8] = b"SQLite format 3\0";
        if path == Path::new("-") {
            return Ok(Kind::Records);
        }
        let named = || format!("cannot read {}", path.display());
        let found = path.metadata().with_context(named)?;
        if found.is_dir() {
            bail!("cannot read {}: this is a folder", path.display());
        }
        // A pipe is read once, from its beginning.
        if !found.is_file() {
            return Ok(Kind::Records);
        }
        let mut head = Vec::new();
        let file = File::open(path).with_context(named)?;
        file.take(SQLITE.len() as u64)
            .read_to_end(&mut head)
            .with_context(named)?;
        if head.starts_with(MAGIC.as_bytes()) {
            return Ok(Kind::Proof);
        }
        Ok(match head == SQLITE {
            true if truel_server::is_room_store(path) => Kind::Rooms,
            true => Kind::Tournament,
            false => Kind::Records,
        })
    }
}

/// The matches of a file of records, where a store could have been named too.
pub(crate) fn read_records(path: &Path) -> Result<RecordFile> {
    let read = RecordFile::read(open(path)?, &setup());
    read.map_err(|cause| {
        let path = path.display();
        anyhow!("{path}: this is no store of a tournament, and no file of records: {cause}")
    })
}

/// A complaint about a file of traces, with the file's name.
pub(crate) fn named(path: &Path, cause: &BadInput) -> anyhow::Error {
    match cause {
        BadInput::Line(line) => anyhow!("{}, {line}", path.display()),
        BadInput::Empty => anyhow!("{}: {cause}", path.display()),
    }
}

/// Writes a file whole or not at all: what was there before stays until everything is written.
pub(crate) fn write_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let named = || format!("cannot write {}", path.display());
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        // A device or a pipe cannot be replaced.
        let mut file = BufWriter::new(File::create(path).with_context(named)?);
        write(&mut file).with_context(named)?;
        return file.flush().with_context(named);
    }
    let mut draft = Draft::beside(path).with_context(named)?;
    {
        let mut buffer = BufWriter::new(draft.file());
        write(&mut buffer).with_context(named)?;
        buffer.flush().with_context(named)?;
    }
    draft.keep(path).with_context(named)
}

/// Refuses a file that could not be written, before the work that fills it.
pub(crate) fn check_writable(path: &Path) -> Result<()> {
    let named = || format!("cannot write {}", path.display());
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(anyhow!("this is a folder")).with_context(named),
        // A device or a pipe is opened once, when there is something to write.
        Ok(found) if !found.is_file() => Ok(()),
        _ => Draft::beside(path).map(drop).with_context(named),
    }
}

/// The same where there may be no file to write.
pub(crate) fn check_writable_if_any(path: Option<&PathBuf>) -> Result<()> {
    path.map_or(Ok(()), |path| check_writable(path))
}

/// What will be a file once it is whole.
enum Draft {
    /// A file without a name, where the system has such files: whatever ends the program, nothing
    /// of it is left.
    Unnamed(File),
    /// A hidden file, which is removed when it is dropped and when a signal ends the program.
    Hidden(NamedTempFile, Temporary),
}

impl Draft {
    /// In the folder of `path`, from where it can take that name.
    fn beside(path: &Path) -> Result<Self> {
        let folder = folder_of(path);
        if let Some(file) = unnamed(folder) {
            return Ok(Draft::Unnamed(file));
        }
        let hidden = || NamedTempFile::new_in(folder).map_err(|error| plainly(&error, path));
        let (file, removed) = Temporary::make(path, hidden)?;
        Ok(Draft::Hidden(file, removed))
    }

    fn file(&mut self) -> &mut File {
        match self {
            Draft::Unnamed(file) => file,
            Draft::Hidden(file, _) => file.as_file_mut(),
        }
    }

    /// Gives it its name, in place of what had that name before.
    fn keep(self, path: &Path) -> Result<()> {
        let (file, removed) = match self {
            Draft::Hidden(file, removed) => (file, removed),
            Draft::Unnamed(file) if name(&file, path).is_ok() => return Ok(()),
            // A name that is taken can be replaced by another name alone.
            Draft::Unnamed(file) => {
                let named = || -> Result<NamedTempFile> {
                    let linked = tempfile::Builder::new().make_in(folder_of(path), |hidden| name(&file, hidden));
                    let (_, hidden) = linked.map_err(|error| plainly(&error, path))?.into_parts();
                    Ok(NamedTempFile::from_parts(file.try_clone()?, hidden))
                };
                Temporary::make(path, named)?
            }
        };
        let kept = file.persist(path).map_err(|failed| plainly(&failed.error, path))?;
        drop(removed);
        Ok(share_like_others(&kept)?)
    }
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// A file in this folder that has no name; nothing where the system or the file system knows none.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags, open};
    let how = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    open(folder, how, Mode::from_raw_mode(0o644)).ok().map(File::from)
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_: &Path) -> Option<File> {
    None
}

/// Gives a file without a name one that is not taken.
#[cfg(target_os = "linux")]
fn name(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;
    let from = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(linkat(CWD, from, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn name(_: &File, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// What the system says, without the name of a temporary file that nobody typed.
fn plainly(error: &io::Error, path: &Path) -> anyhow::Error {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match (error.kind(), folder) {
        (io::ErrorKind::NotFound, Some(folder)) => anyhow!("there is no folder {}", folder.display()),
        (io::ErrorKind::NotADirectory, Some(folder)) => anyhow!("{} is no folder", folder.display()),
        _ => {
            let text = error.to_string();
            anyhow!("{}", text.split(" at path ").next().unwrap_or(&text))
        }
    }
}

/// A temporary file is for its owner's eyes; a result gets what a file written directly would have
/// got.
#[cfg(unix)]
fn share_like_others(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn share_like_others(_: &File) -> io::Result<()> {
    Ok(())
}
