package io.metasched.service.book;

/** Treatment of the bookings of a drained node. */
public enum DrainMode {
  /** Bookings are kept and run. */
  SELL_NOTHING("sellNothing"),
  /** Bookings that have not begun are moved to other nodes or paid back. */
  GIVE_BACK("giveBack"),
  /** As {@link #GIVE_BACK}, and running jobs are ended. */
  NOW("now");

  private final String label;

  DrainMode(String label) {
    this.label = label;
  }

  /** Returns the external name. */
  public String label() {
    return label;
  }
}
