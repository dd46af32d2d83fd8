package io.metasched.service.book;

/** What becomes of the bookings of a node that sells nothing any more. */
public enum DrainMode {
  /** They stay, and run. */
  SELL_NOTHING("sellNothing"),
  /** Those that have not begun are booked elsewhere, or paid back. */
  GIVE_BACK("giveBack"),
  /** The same, and what runs is ended. */
  NOW("now");

  private final String label;

  DrainMode(String label) {
    this.label = label;
  }

  /** Its name outside the program. */
  public String label() {
    return label;
  }
}
