package io.metasched.service.book;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * Record of how the site of a domain has kept the windows that were booked on its nodes. All counts
 * are of parts, since the event store began.
 *
 * @param confirmed confirmed holds
 * @param refused holds that the site refused
 * @param silent holds that the site did not confirm in time
 * @param tookBack confirmed holds that the site took back before the start
 * @param started started parts
 * @param lateMillis sum of the times from the start of the window to the start of the part
 * @param mostLateMillis longest of these times
 * @param bookedMillis confirmed time, without leads
 * @param usedMillis time from the start of the window to the end of the part
 * @param returnedMillis time from the end of the part to the end of the window, which was given
 *     back to the site
 * @param keptNode confirmed advised windows for which the site did not give the node in time
 */
@RecordBuilder
public record SiteTally(
    long confirmed,
    long refused,
    long silent,
    long tookBack,
    long started,
    long lateMillis,
    long mostLateMillis,
    long bookedMillis,
    long usedMillis,
    long returnedMillis,
    long keptNode)
    implements SiteTallyBuilder.With {
  /** Tally of a site without any window. */
  public static final SiteTally NONE = new SiteTally(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  SiteTally confirmed(long millis) {
    return with().confirmed(confirmed + 1).bookedMillis(bookedMillis + millis).build();
  }

  /** Counts a window that the site did not keep; other reasons change nothing. */
  SiteTally lost(String code) {
    if (code.equals(ReasonCode.SITE_REFUSED.label())) {
      return withRefused(refused + 1);
    } else if (code.equals(ReasonCode.SITE_SILENT.label())) {
      return withSilent(silent + 1);
    } else if (code.equals(ReasonCode.SITE_KEPT_NODE.label())) {
      return withKeptNode(keptNode + 1);
    }
    return code.equals(ReasonCode.SITE_TOOK_BACK.label()) ? withTookBack(tookBack + 1) : this;
  }

  /** Returns the share of the confirmed windows that the site has kept, in whole percent. */
  public int keptPercent() {
    long lost = Math.min(confirmed, tookBack + keptNode);
    return confirmed == 0 ? 100 : (int) (100 * (confirmed - lost) / confirmed);
  }

  SiteTally started(long late) {
    return with()
        .started(started + 1)
        .lateMillis(lateMillis + late)
        .mostLateMillis(Math.max(mostLateMillis, late))
        .build();
  }

  SiteTally ended(long used, long returned) {
    return with().usedMillis(usedMillis + used).returnedMillis(returnedMillis + returned).build();
  }
}
