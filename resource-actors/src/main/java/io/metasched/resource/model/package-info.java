/**
 * The vocabulary of what owners have: nodes, spans of time, slots, windows and prices, as immutable
 * records that validate themselves. No algorithm belongs here, and nothing that knows another
 * package.
 */
@NullMarked
package io.metasched.resource.model;

import org.jspecify.annotations.NullMarked;
