/**
 * Grid level over providers, which selects a provider for each batch job and each reservation.
 * Providers are in {@code resource.provider}. This package has no actors; model time and random
 * generators are arguments.
 *
 * <p>Source: the hierarchical reservation paper, section 4.4.
 */
@NullMarked
package io.metasched.metascheduler.twolevel;

import org.jspecify.annotations.NullMarked;
