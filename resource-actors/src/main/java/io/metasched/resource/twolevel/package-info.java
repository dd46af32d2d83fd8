/** Processors of a cluster by index, bound when a job begins or when a reservation is made. */
@NullMarked
package io.metasched.resource.twolevel;

import org.jspecify.annotations.NullMarked;
