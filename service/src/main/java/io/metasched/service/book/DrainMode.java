package io.metasched.service.book;

/** Treatment of the bookings of a drained node. */
public enum DrainMode {
  SELL_NOTHING("sellNothing", "stays", "stays"),
  GIVE_BACK(
      "giveBack",
      "waits again for another node, in the same place of the queue and with all its money",
      "stays"),
  NOW(
      "now",
      "as with `giveBack`",
      "is ended by its machine, pays nothing, and waits again if it has"
          + " `\"onNodeLoss\": \"requeue\"`");

  private final String label;
  private final String ofBooked;
  private final String ofRunning;

  DrainMode(String label, String ofBooked, String ofRunning) {
    this.label = label;
    this.ofBooked = ofBooked;
    this.ofRunning = ofRunning;
  }

  /** Returns the treatment of a booked job that has not begun, for the docs. */
  public String ofBooked() {
    return ofBooked;
  }

  /** Returns the treatment of a running job, for the docs. */
  public String ofRunning() {
    return ofRunning;
  }

  /** Returns the external name. */
  public String label() {
    return label;
  }
}
