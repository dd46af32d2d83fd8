package io.metasched.metascheduler.twolevel;

/**
 * Offer of a provider for a reservation, kept to explain the placement.
 *
 * @param request number of the request
 * @param provider index of the provider
 * @param startTick start of the offer
 * @param durationTicks duration of the offer in ticks
 * @param reservedWork processors x ticks of the future reservations that the provider already had
 * @param isChosen whether this offer was accepted
 */
public record OfferReport(
    int request,
    int provider,
    long startTick,
    long durationTicks,
    long reservedWork,
    boolean isChosen) {}
