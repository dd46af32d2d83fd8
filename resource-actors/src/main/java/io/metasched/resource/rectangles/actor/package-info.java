/** Multiprocessor as an actor: the authority for its elements. */
@NullMarked
package io.metasched.resource.rectangles.actor;

import org.jspecify.annotations.NullMarked;
