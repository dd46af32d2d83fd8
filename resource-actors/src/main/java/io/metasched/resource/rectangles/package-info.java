/**
 * Availability of a cluster with the identities of its elements: the busy elements at each tick,
 * changes by reservations, and the search for a start by the availability rectangles of the
 * candidates. {@link io.metasched.resource.rectangles.AvailRectList} is the structure; {@link
 * io.metasched.resource.rectangles.RectanglePolicies} is the registry of the policies. If only the
 * number of free processors matters, use package {@code profile}.
 */
@NullMarked
package io.metasched.resource.rectangles;

import org.jspecify.annotations.NullMarked;
