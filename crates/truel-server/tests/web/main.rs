//! The real server on a real port: asked well in `api`, badly in `hostile`, in ways that `mutations` makes.

mod api;
mod crowds;
mod entrance;
mod full_disk;
mod hostile;
mod layouts;
mod mutations;
mod names;
mod server;
