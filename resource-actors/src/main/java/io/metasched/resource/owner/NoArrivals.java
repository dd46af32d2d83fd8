package io.metasched.resource.owner;

/** Arrivals of a node without local jobs. */
enum NoArrivals implements LocalArrivals {
  INSTANCE;

  @Override
  public boolean advance() {
    return false;
  }

  @Override
  public long tick() {
    throw new IllegalStateException("no local job arrives");
  }

  @Override
  public long lengthTicks() {
    throw new IllegalStateException("no local job arrives");
  }
}
