/**
 * Vacant time: the slot list of one node, and the table of slots of many nodes that searches read.
 * Both enforce their invariants: sorted, disjoint, never empty. Bookings are not part of this
 * package. The package also has the radix sort with which tables and rankings are built.
 */
@NullMarked
package io.metasched.resource.slots;

import org.jspecify.annotations.NullMarked;
