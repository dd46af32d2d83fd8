/**
 * Vacant time: the slot list of one node, and the table of slots of many nodes that the searches
 * read. Both enforce their invariants: sorted, disjoint, never empty. Bookings and their reasons
 * are unknown here. The package also has the radix sort with which tables and rankings are built.
 */
@NullMarked
package io.metasched.resource.slots;

import org.jspecify.annotations.NullMarked;
