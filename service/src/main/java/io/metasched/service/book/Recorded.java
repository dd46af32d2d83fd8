package io.metasched.service.book;

import java.time.Instant;

/**
 * An event in the book.
 *
 * @param seq number of the event, from 1, without gaps
 * @param at time of writing
 * @param by principal or part of the service that caused it
 * @param request id of the request that caused it; empty for none
 */
public record Recorded(long seq, Instant at, String by, String request, BookEvent event) {}
