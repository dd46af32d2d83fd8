/**
 * Vocabulary of resources as immutable records: nodes, spans, slots, windows and requests for
 * windows. This package does not search, price or book, and depends on no other package.
 */
@NullMarked
package io.metasched.resource.model;

import org.jspecify.annotations.NullMarked;
