/**
 * Free capacity of identical processors over model time: the number of free processors at each
 * tick, the earliest time at which enough are free, and holds of processors. {@code FreeCapacity}
 * is the interface, and {@code CapacityProfile} is the implementation to use; the two structures of
 * the paper are for tests and comparisons. Processors have no identities in this package.
 */
@NullMarked
package io.metasched.resource.profile;

import org.jspecify.annotations.NullMarked;
