/**
 * Where the book is kept: its events and snapshots in a database, and the one thread that writes
 * them. What is acknowledged is committed.
 */
@NullMarked
package io.metasched.service.store;

import org.jspecify.annotations.NullMarked;
