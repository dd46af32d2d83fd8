/**
 * Free capacity of identical processors over model time: the number that is free at each tick, the
 * earliest time at which enough are free, and holds that take some. {@code FreeCapacity} is the
 * interface and {@code CapacityProfile} the implementation to use; the two structures of the paper
 * are for tests and comparisons. Identities of processors are unknown here.
 */
@NullMarked
package io.metasched.resource.profile;

import org.jspecify.annotations.NullMarked;
