package io.metasched.metascheduler.grid;

/**
 * What a provider offered for a reservation, kept to explain why it was placed where it was.
 *
 * @param request number of the request
 * @param provider index of the provider
 * @param startTick start of the offer
 * @param durationTicks how long it would last
 * @param reservedWork processors x ticks of the reservations to come that the provider had already
 * @param isChosen whether this offer was taken up
 */
public record OfferReport(
    int request,
    int provider,
    long startTick,
    long durationTicks,
    long reservedWork,
    boolean isChosen) {}
