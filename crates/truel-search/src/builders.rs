//! The `with_…` methods of configurations.

/// Writes one builder method for each line `with_field(field: Type)`.
///
/// A field of type `Option<T>` takes a `T` or an `Option<T>`.
macro_rules! builders {
    () => {};
    ($method:ident($field:ident: Option<$ty:ty>), $($rest:tt)*) => {
        #[doc = concat!("Sets `", stringify!($field), "`; `None` clears it.")]
        #[must_use]
        pub fn $method(mut self, $field: impl Into<Option<$ty>>) -> Self {
            self.$field = $field.into();
            self
        }
        $crate::builders::builders! { $($rest)* }
    };
    ($method:ident($field:ident: $ty:ty), $($rest:tt)*) => {
        #[doc = concat!("Sets `", stringify!($field), "`.")]
        #[must_use]
        pub fn $method(mut self, $field: $ty) -> Self {
            self.$field = $field;
            self
        }
        $crate::builders::builders! { $($rest)* }
    };
}

pub(crate) use builders;
