/**
 * Window searches, one algorithm per file; {@link io.metasched.resource.search.WindowSearches} is
 * their registry. {@code exact} searches return their criterion's optimum over all slots; {@code
 * published} ones follow the papers step by step, ties included. A search reads a slot table and
 * changes nothing.
 */
@NullMarked
package io.metasched.resource.search;

import org.jspecify.annotations.NullMarked;
