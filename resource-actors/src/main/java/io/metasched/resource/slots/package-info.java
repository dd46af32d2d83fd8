/**
 * Vacant time: the slot list of one node, and the table of slots of many nodes that the searches
 * read. Both keep their invariants themselves: sorted, disjoint, never empty. Bookings, and why, is
 * not known here. With them is the sort by digits, which tables and rankings are made by.
 */
@NullMarked
package io.metasched.resource.slots;

import org.jspecify.annotations.NullMarked;
