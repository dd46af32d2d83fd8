package io.metasched.resource.owner

import io.metasched.resource.model.{JobId, Span}

/** Tick-by-tick twin of the book; valid for future ticks only. */
private[owner] final class NodeBookTwin {
  private var localTicks = Set.empty[Int]
  private var holds = Map.empty[Int, (Span, Int)]
  var bookings = Map.empty[Int, Span]
  var waiting = List.empty[Int]
  var opened = 0

  val everyJob: List[JobId] = List.range(0L, 6L).map(JobId.of)

  def isLocal(tick: Int): Boolean = localTicks(tick)
  def isBooked(tick: Int): Boolean = bookings.values.exists(contains(_, tick))
  def isHeld(tick: Int): Boolean = holds.values.exists { case (span, _) => contains(span, tick) }
  def isVacant(tick: Int): Boolean =
    tick < opened && !isLocal(tick) && !isBooked(tick) && !isHeld(tick)

  def open(length: Int, load: List[Span], now: Int): Unit = {
    opened += length
    for (span <- load) localTicks ++= range(span)
    serve(now)
  }

  def hold(job: Int, span: Span, now: Int, lapseTick: Int): Option[Refusal] = {
    def isFree(tick: Int) = isVacant(tick) || bookings.get(job).exists(contains(_, tick))
    def isBookedSo = bookings.get(job).contains(span)
    holds.get(job) match {
      case Some((held, _))                         => Option.when(held != span)(Refusal.HELD_OTHERWISE)
      case None if span.start < now && !isBookedSo => Some(Refusal.IN_THE_PAST)
      case None if !range(span).forall(isFree)     => Some(Refusal.NEVER_OFFERED)
      case None =>
        holds += job -> ((span, lapseTick))
        None
    }
  }

  def commit(job: Int, now: Int): Option[Refusal] = holds.get(job) match {
    case None => Some(Refusal.UNKNOWN_HOLD)
    case Some((span, _)) =>
      holds -= job
      bookings += job -> span
      serve(now)
      None
  }

  def rebook(job: Int, span: Span, now: Int): Option[Refusal] =
    if (bookings.get(job).contains(span) && !holds.contains(job)) None
    else hold(job, span, now, Int.MaxValue).orElse(commit(job, now))

  def release(job: Int, now: Int): Unit = {
    holds -= job
    serve(now)
  }

  def lapse(now: Int): List[Int] = {
    val lapsed = holds.collect { case (job, (_, tick)) if tick <= now => job }.toList.sorted
    lapsed.foreach(release(_, now))
    lapsed
  }

  def end(job: Int, now: Int): Unit = {
    holds -= job
    bookings -= job
    serve(now)
  }

  def arrive(length: Int, now: Int): Unit = {
    waiting :+= length
    serve(now)
  }

  private def serve(now: Int): Unit =
    waiting = waiting.filterNot { length =>
      val place = (now to opened - length).find(start => (start until start + length).forall(isVacant))
      for (start <- place) localTicks ++= (start until start + length)
      place.isDefined
    }

  private def range(span: Span): Range = span.start.toInt until span.end.toInt
  private def contains(span: Span, tick: Int): Boolean = span.start <= tick && tick < span.end
}
