package io.metasched.resource.owner

import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

import io.metasched.resource.fixture.{DomainProperties, Draws}
import io.metasched.resource.model.{JobId, Node, Span}
import io.metasched.resource.pricing.ListPricing
import org.scalacheck.Gen

final class NodeBookPropertySpec extends DomainProperties {
  import NodeBookPropertySpec._

  private val jobs = Gen.choose(0, 3)

  private val loads = Gen.choose(0, 3).flatMap(Gen.listOfN(_, Gen.zip(Gen.choose(0, 12), Gen.choose(1, 4))))
  private val openings = Gen.zip(Gen.choose(5, 30), loads).map((Open.apply _).tupled)

  private val commands: Gen[Command] = Gen.frequency(
    3 -> openings,
    6 -> Gen.zip(jobs, Gen.choose(-1, 40), Gen.choose(1, 6), Gen.choose(0, 6)).map((Hold.apply _).tupled),
    4 -> Gen.zip(jobs, Gen.choose(-3, 3), Gen.choose(1, 6), Gen.choose(0, 6)).map((Shift.apply _).tupled),
    6 -> jobs.map(Commit.apply),
    3 -> Gen.zip(jobs, Gen.choose(-1, 20), Gen.choose(1, 6)).map((Rebook.apply _).tupled),
    1 -> jobs.map(Release.apply),
    2 -> jobs.map(End.apply),
    2 -> Gen.choose(1, 6).map(Arrive.apply),
    1 -> Gen.const(Lapse),
    1 -> Gen.const(Offer)
  )

  /** Commands with the number of ticks before each. */
  private val histories = for {
    first <- openings
    others <- Gen.listOfN(60, Gen.zip(commands, Gen.oneOf(0, 0, 0, 1, 2)))
  } yield (first, 0) :: others

  "The book of a node" should {

    "mark each future tick as exactly one of vacant, local, held and booked" in {
      var committed = 0
      var rebooked = 0
      forAll(histories, minSuccessful(Draws.of(600))) { history =>
        val book = new NodeBook(Node.of(1, 1, 1000), new ListPricing)
        val twin = new NodeBookTwin
        var now = 0
        for ((command, passed) <- history) {
          now += passed
          val bookings = twin.bookings
          carryOut(command, now, book, twin)

          agree(book, twin, now)
          if ((command.isInstanceOf[Commit] || command.isInstanceOf[Rebook]) && bookings != twin.bookings)
            if (bookings.size == twin.bookings.size) rebooked += 1 else committed += 1
        }
      }
      committed should be > Draws.of(600).value
      rebooked should be > Draws.of(150).value
    }

    "not be changed by a repeated command" in forAll(histories) { history =>
      val once = new NodeBook(Node.of(1, 1, 1000), new ListPricing)
      val twice = new NodeBook(Node.of(1, 1, 1000), new ListPricing)
      val twinOfOnce = new NodeBookTwin
      var now = 0
      for ((command, passed) <- history) {
        now += passed
        val number = once.nextLocalNumber
        val until = once.openedUntil
        carryOut(command, now, once, twinOfOnce)
        for (_ <- 1 to 2) repeat(command, now, number, until, twice)

        twice.vacantSpans shouldBe once.vacantSpans
        twice.version shouldBe once.version
        twice.localRuns shouldBe once.localRuns
        twice.waitingLocalJobs shouldBe once.waitingLocalJobs
        twinOfOnce.everyJob.map(twice.booking) shouldBe twinOfOnce.everyJob.map(once.booking)
      }
    }
  }

  private def carryOut(command: Command, now: Int, book: NodeBook, twin: NodeBookTwin): Unit = command match {
    case open: Open =>
      val load = loadOf(open, book.openedUntil)
      book.open(book.openedUntil + open.length, load.asJava, now.toLong)
      twin.open(open.length, load, now)
    case Hold(job, ahead, length, ttl) =>
      hold(job, now + ahead, length, now, ttl, book) shouldBe
        twin.hold(job, spanAt(now + ahead, length), now, now + ttl)
    case Shift(job, by, length, ttl) =>
      for (booked <- twin.bookings.get(job)) {
        val start = booked.start.toInt + by
        hold(job, start, length, now, ttl, book) shouldBe twin.hold(job, spanAt(start, length), now, now + ttl)
      }
    case Commit(job) =>
      book.commit(JobId.of(job.toLong), now.toLong).toScala shouldBe twin.commit(job, now)
    case Rebook(job, ahead, length) =>
      rebook(job, now + ahead, length, now, book) shouldBe twin.rebook(job, spanAt(now + ahead, length), now)
    case Release(job) =>
      book.release(JobId.of(job.toLong), now.toLong)
      twin.release(job, now)
    case End(job) =>
      book.end(JobId.of(job.toLong), now.toLong)
      twin.end(job, now)
    case Arrive(length) =>
      book.arrive(new LocalJob(book.nextLocalNumber, now.toLong, length.toLong))
      twin.arrive(length, now)
    case Lapse =>
      book.lapseHolds(now.toLong).asScala.map(_.number.toInt) shouldBe twin.lapse(now)
    case Offer =>
      book.offer(new Span(0, 10000), now.toLong)
      ()
  }

  private def repeat(command: Command, now: Int, number: Long, until: Long, book: NodeBook): Unit = command match {
    case open: Open => book.open(until + open.length, loadOf(open, until).asJava, now.toLong)
    case Hold(job, ahead, length, ttl) =>
      hold(job, now + ahead, length, now, ttl, book)
      ()
    case Shift(job, by, length, ttl) =>
      for (booked <- book.booking(JobId.of(job.toLong)).toScala)
        hold(job, booked.start.toInt + by, length, now, ttl, book)
    case Commit(job) =>
      book.commit(JobId.of(job.toLong), now.toLong)
      ()
    case Rebook(job, ahead, length) =>
      rebook(job, now + ahead, length, now, book)
      ()
    case Release(job)   => book.release(JobId.of(job.toLong), now.toLong)
    case End(job)       => book.end(JobId.of(job.toLong), now.toLong)
    case Arrive(length) => book.arrive(new LocalJob(number, now.toLong, length.toLong))
    case Lapse =>
      book.lapseHolds(now.toLong)
      ()
    case Offer =>
      book.offer(new Span(0, 10000), now.toLong)
      ()
  }

  private def hold(job: Int, start: Int, length: Int, now: Int, ttl: Int, book: NodeBook): Option[Refusal] =
    book
      .hold(JobId.of(job.toLong), spanAt(start, length), book.version, now.toLong, (now + ttl).toLong)
      .toScala

  private def rebook(job: Int, start: Int, length: Int, now: Int, book: NodeBook): Option[Refusal] =
    book.rebook(JobId.of(job.toLong), spanAt(start, length), book.version, now.toLong).toScala

  private def spanAt(start: Int, length: Int): Span = Span.of(start.max(0).toLong, length.toLong)

  /** Returns static load with the given gaps and lengths, as far as it fits into the opened time.
    */
  private def loadOf(open: Open, from: Long): List[Span] = {
    val starts = open.load.scanLeft(from) { case (tick, (gap, length)) => tick + gap + length }
    val spans = starts.zip(open.load).map { case (tick, (gap, length)) => Span.of(tick + gap, length.toLong) }
    spans.filter(_.end <= from + open.length)
  }

  /** Checks that the book agrees with the twin on each future tick. */
  private def agree(book: NodeBook, twin: NodeBookTwin, now: Int): Unit = {
    val toCome = (now until twin.opened).toSet
    val vacant = ticks(book.vacantSpans.asScala) & toCome
    val local = ticks(book.localRuns.asScala.map(_.span)) & toCome
    val booked = ticks(twin.everyJob.flatMap(book.booking(_).toScala)) & toCome

    vacant shouldBe toCome.filter(twin.isVacant)
    local shouldBe toCome.filter(twin.isLocal)
    booked shouldBe toCome.filter(twin.isBooked)
    vacant & local shouldBe empty
    vacant & booked shouldBe empty
    local & booked shouldBe empty
    toCome -- vacant -- local -- booked shouldBe toCome.filter(tick => twin.isHeld(tick) && !twin.isBooked(tick))
    for (job <- twin.everyJob) book.booking(job).toScala shouldBe twin.bookings.get(job.number.toInt)
    book.waitingLocalJobs.asScala.map(_.lengthTicks.toInt) shouldBe twin.waiting
    val withoutJobs = book.offerWithoutJobs(new Span(0, 10000), now.toLong).asScala.map(_.span)
    ticks(withoutJobs) & toCome shouldBe toCome -- local
    book.openedUntil shouldBe twin.opened
  }

  private def ticks(spans: Iterable[Span]): Set[Int] = {
    val all = spans.toList.flatMap(span => span.start.toInt until span.end.toInt)
    all.distinct should have size all.size.toLong
    all.toSet
  }
}

object NodeBookPropertySpec {
  private sealed trait Command
  private final case class Open(length: Int, load: List[(Int, Int)]) extends Command
  private final case class Hold(job: Int, ahead: Int, length: Int, ttl: Int) extends Command
  private final case class Shift(job: Int, by: Int, length: Int, ttl: Int) extends Command
  private final case class Commit(job: Int) extends Command
  private final case class Rebook(job: Int, ahead: Int, length: Int) extends Command
  private final case class Release(job: Int) extends Command
  private final case class End(job: Int) extends Command
  private final case class Arrive(length: Int) extends Command
  private case object Lapse extends Command
  private case object Offer extends Command
}
