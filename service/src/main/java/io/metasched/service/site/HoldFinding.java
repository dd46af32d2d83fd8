package io.metasched.service.site;

import java.util.Comparator;
import java.util.Objects;

/**
 * Difference between the holds that should exist and the holds of a site.
 *
 * @param hold name of the hold
 * @param detail name or text given by the site; may be empty; untrusted
 */
public record HoldFinding(String hold, Kind kind, String detail)
    implements Comparable<HoldFinding> {
  private static final Comparator<HoldFinding> ORDER =
      Comparator.comparing(HoldFinding::hold)
          .thenComparing(HoldFinding::kind)
          .thenComparing(HoldFinding::detail);

  /** Kind of difference. */
  public enum Kind {
    /** The site has lost or deleted the hold. The hold may be repeated. */
    MISSING(true),
    /** The hold has another time or node at the site. */
    CHANGED(true),
    /** Another reservation of the site, such as maintenance, takes the node at the same time. */
    OVERLAPPED(true),
    /** The node is drained, down, silent, or no longer in the partition. */
    NODE_LOST(true),
    /** The site has one of our holds that should not exist. The hold is to be released. */
    LEFT_OVER(false);

    private final boolean isFaultOfSite;

    Kind(boolean isFaultOfSite) {
      this.isFaultOfSite = isFaultOfSite;
    }

    /** Returns whether the site has caused the difference, so that the part is paid back. */
    public boolean isFaultOfSite() {
      return isFaultOfSite;
    }
  }

  public HoldFinding {
    Objects.requireNonNull(hold); // a message may lack any field
    Objects.requireNonNull(kind);
    Objects.requireNonNull(detail);
  }

  @Override
  public int compareTo(HoldFinding other) {
    return ORDER.compare(this, other);
  }
}
