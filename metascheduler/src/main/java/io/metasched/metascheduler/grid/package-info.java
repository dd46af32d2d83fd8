/**
 * The grid level over providers: which provider gets a batch job, and which a reservation. What a
 * provider does with them is {@code resource.provider}'s. No actors; model time and chance come in
 * as arguments.
 *
 * <p>Source: the hierarchical reservation paper, section 4.4.
 */
@NullMarked
package io.metasched.metascheduler.grid;

import org.jspecify.annotations.NullMarked;
