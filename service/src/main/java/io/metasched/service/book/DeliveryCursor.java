package io.metasched.service.book;

/**
 * Progress of the deliveries to one receiver.
 *
 * @param seq number of the last event that needs no delivery any more
 * @param givenUp number of notifications that were given up
 */
public record DeliveryCursor(long seq, long givenUp) {}
