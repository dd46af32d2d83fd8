package io.metasched.service.plan;

import java.time.Duration;

/**
 * How offers are made.
 *
 * @param offerTime how long an offer may be taken up, as long as nobody else takes its time
 * @param firmTime how long a firm offer is held
 * @param firmFeeMilli what the owner of each node gets for that, in 1/1000
 */
public record MarketSettings(Duration offerTime, Duration firmTime, long firmFeeMilli) {}
