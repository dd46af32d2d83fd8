package io.metasched.service.book;

import java.time.Instant;

/**
 * An event in the book.
 *
 * @param seq its number, from 1, without gaps
 * @param at when it was written
 * @param by the principal or part of the service that it came from
 * @param request the request that it came with; empty for none
 */
public record Recorded(long seq, Instant at, String by, String request, BookEvent event) {}
