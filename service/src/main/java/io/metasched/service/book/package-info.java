/**
 * Book of the service: its event-sourced state. Events record all commands and their results, and
 * the state follows from them. The book includes all commitments of the service; everything else
 * can be rebuilt from the book.
 */
@NullMarked
package io.metasched.service.book;

import org.jspecify.annotations.NullMarked;
