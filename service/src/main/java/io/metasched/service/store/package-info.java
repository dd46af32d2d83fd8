/**
 * Persistence of the book: events and snapshots in a database, and their single writer.
 * Acknowledged commands are committed.
 */
@NullMarked
package io.metasched.service.store;

import org.jspecify.annotations.NullMarked;
