/// What an API server and a webhook say to each other: the forms on the wire, and how a changed
/// object becomes a patch. Not for users.
@NullMarked
package dev.drover.runtime.admission;

import org.jspecify.annotations.NullMarked;
