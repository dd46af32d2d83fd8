/**
 * Vocabulary of resources as immutable records: nodes, spans, slots, windows and requests for them.
 * Nothing here searches, prices or books, and nothing here depends on another package.
 */
@NullMarked
package io.metasched.resource.model;

import org.jspecify.annotations.NullMarked;
