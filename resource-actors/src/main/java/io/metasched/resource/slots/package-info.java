/**
 * Vacant time: the slot list of one node, and the table of slots of many nodes that searches read.
 * Both enforce their invariants: sorted, disjoint, never empty. This package does not know
 * bookings. It also has the radix sort with which tables and rankings are built.
 */
@NullMarked
package io.metasched.resource.slots;

import org.jspecify.annotations.NullMarked;
