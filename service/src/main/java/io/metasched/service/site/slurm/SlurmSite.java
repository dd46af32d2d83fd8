package io.metasched.service.site.slurm;

import io.metasched.service.site.Site;
import io.metasched.service.site.SiteCalendar;
import io.metasched.service.site.SiteException;
import io.metasched.service.site.SiteHolds;
import java.time.Clock;
import java.time.Instant;

/**
 * Site whose resource manager is Slurm.
 *
 * @param rules partition for sale, and the spans that count as taken
 */
public record SlurmSite(SlurmCommands slurm, CalendarRules rules) implements Site {
  private static final int CALLS = 4; // at a time; more are no faster for its controller

  @Override
  public String description() {
    return rules
        .rights()
        .borrowed()
        .map("reservation %s of Slurm"::formatted)
        .orElseGet(() -> "partition %s of Slurm".formatted(rules.partition()));
  }

  @Override
  public SiteHolds holds(Clock clock) {
    return rules.rights().reserves()
        ? SlurmHolds.parallel(slurm, rules, clock, CALLS)
        : new BookedHolds(slurm, rules, clock);
  }

  @Override
  public SiteCalendar calendar(Instant now, Instant until) throws SiteException {
    var reading = SlurmQuery.answer(() -> SlurmReading.of(slurm, rules));
    return SlurmCalendar.of(reading, rules, now, until);
  }
}
