/**
 * Window searches, one algorithm per file; {@link io.metasched.resource.search.WindowSearches} is
 * their registry. {@code exact} searches return the optimum of their criterion over all slots.
 * {@code published} searches follow the papers step by step, including the choice among equal
 * windows. A search reads a slot table and changes nothing.
 */
@NullMarked
package io.metasched.resource.search;

import org.jspecify.annotations.NullMarked;
