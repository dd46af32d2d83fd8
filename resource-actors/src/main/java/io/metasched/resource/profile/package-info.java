/**
 * Free capacity of identical processors over model time: how many are free when, the earliest time
 * at which enough are, and holds that take some. {@code FreeCapacity} says what can be asked; the
 * profile to use is {@code CapacityProfile}, and the two structures of the paper are for tests and
 * comparisons. Which processors they are is not known here.
 */
@NullMarked
package io.metasched.resource.profile;

import org.jspecify.annotations.NullMarked;
