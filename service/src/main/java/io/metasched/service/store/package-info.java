/**
 * Persistence of the book: its events and snapshots in a database, and their single writer.
 * Acknowledged commands are committed.
 */
@NullMarked
package io.metasched.service.store;

import org.jspecify.annotations.NullMarked;
