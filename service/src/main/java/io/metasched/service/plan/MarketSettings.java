package io.metasched.service.plan;

import java.time.Duration;

/**
 * Settings of offers.
 *
 * @param offerTime validity of an offer while its time stays vacant
 * @param offerLead least time from now to the start of an offered window, which leaves time to
 *     accept it
 * @param firmTime time for which a firm offer is held
 * @param firmFeeMilli fee for a firm offer, paid to the owner of each node, in 1/1000
 * @param firmOffers highest number of firm offers of an account at the same time
 */
public record MarketSettings(
    Duration offerTime, Duration offerLead, Duration firmTime, long firmFeeMilli, int firmOffers) {}
