/**
 * Free capacity of identical processors over model time: how many are free when, the earliest time
 * at which enough are, and holds that take some. Which processors they are is not known here.
 */
@NullMarked
package io.metasched.resource.profile;

import org.jspecify.annotations.NullMarked;
