package io.metasched.resource.profile

/** Naive twin of a profile: free processors of each tick; a hold takes whole slots. */
final class TickTwin(val ticks: Int, slotTicks: Int) {
  private val free = new Array[Int](ticks)
  private var start = 0

  def reset(start: Int, processors: Int): Unit = {
    this.start = start
    java.util.Arrays.fill(free, processors)
  }

  private def touched(from: Int, to: Int): Range =
    (from / slotTicks * slotTicks) until math.min(ticks, (to + slotTicks - 1) / slotTicks * slotTicks)

  def fits(from: Int, to: Int, processors: Int): Boolean = touched(from, to).forall(free(_) >= processors)

  def earliestStart(from: Int, length: Int, processors: Int, latest: Int): Long =
    (math.max(from, start) to math.min(latest, ticks - length))
      .find(t => fits(t, t + length, processors))
      .fold(FreeCapacity.NEVER)(_.toLong)

  def add(from: Int, to: Int, processors: Int): Unit = touched(from, to).foreach(free(_) += processors)

  def forgetBefore(tick: Int): Unit = start = math.max(start, tick)

  def freeFrom(tick: Int): Seq[Int] = free.toSeq.drop(tick)

  /** Number of runs of equal values from the start on. */
  def entries: Int = 1 + (start + 1 until ticks).count(t => free(t) != free(t - 1))
}
