package io.metasched.service.plan;

import java.time.Duration;

/**
 * How offers are made.
 *
 * @param offerTime how long an offer may be taken up, as long as nobody else takes its time
 * @param offerLead how long from now on windows that are offered begin at the soonest: time to take
 *     them up
 * @param firmTime how long a firm offer is held
 * @param firmFeeMilli what the owner of each node gets for that, in 1/1000
 * @param firmOffers most firm offers that an account may have at once
 */
public record MarketSettings(
    Duration offerTime, Duration offerLead, Duration firmTime, long firmFeeMilli, int firmOffers) {}
