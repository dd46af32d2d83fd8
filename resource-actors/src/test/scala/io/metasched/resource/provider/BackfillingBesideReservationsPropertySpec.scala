package io.metasched.resource.provider

import scala.collection.mutable
import scala.jdk.CollectionConverters._

import io.metasched.resource.fixture.DomainProperties
import io.metasched.resource.profile.CapacitySlots
import org.scalacheck.Gen

/** Starts promised to waiting jobs, and the permitted effect of a reservation on them. */
final class BackfillingBesideReservationsPropertySpec extends DomainProperties {

  private val machine = 5

  private case class Batch(submit: Long, run: Long, limit: Long, processors: Int)
  private case class Advance(asked: Long, run: Long, request: ReservationRequest)
  private case class Stream(jobs: Map[Int, Batch], reservations: Map[Int, Advance])

  /** @param slack maximum time by which jobs end before their limits */
  private def streams(slack: Long): Gen[Stream] = for {
    jobs <- Gen
      .choose(1, 14)
      .flatMap(
        Gen.listOfN(
          _,
          for {
            submit <- Gen.choose(0L, 30L)
            run <- Gen.choose(1L, 12L)
            more <- Gen.choose(0L, slack)
            processors <- Gen.choose(1, machine)
          } yield Batch(submit, run, run + more, processors)
        )
      )
    reservations <- Gen
      .choose(0, 6)
      .flatMap(
        Gen.listOfN(
          _,
          for {
            asked <- Gen.choose(0L, 40L)
            ahead <- Gen.choose(0L, 20L)
            run <- Gen.choose(1L, 10L)
            more <- Gen.choose(0L, slack)
            leeway <- Gen.choose(0L, 15L)
            processors <- Gen.choose(1, machine)
          } yield (asked, ahead, run, run + more, leeway, processors)
        )
      )
  } yield Stream(
    jobs.sortBy(_.submit).zipWithIndex.map(_.swap).toMap,
    reservations.zipWithIndex.map { case ((asked, ahead, run, length, leeway, processors), i) =>
      val ready = asked + ahead
      100 + i -> Advance(
        asked,
        run,
        new ReservationRequest(100 + i, ready, ready + length + leeway, processors, length)
      )
    }.toMap
  )

  /** Bound processors at a tick, as (processors, from, to): running jobs until their limits, and reservations.
    */
  private type Bound = Seq[(Int, Long, Long)]

  private def isFree(bound: Bound, start: Long, length: Long, processors: Int): Boolean =
    (start until start + length).forall { tick =>
      bound.collect { case (n, from, to) if from <= tick && tick < to => n }.sum + processors <= machine
    }

  private def earliest(bound: Bound, now: Long, job: Batch): Long =
    Iterator.from(0).map(now + _).find(isFree(bound, _, job.limit, job.processors)).get

  /** Returns the starts of all waiting jobs by number, each as early as the earlier jobs permit. */
  private def plan(bound: Bound, now: Long, waiting: Seq[(Int, Batch)]): Map[Int, Long] =
    waiting
      .foldLeft((bound, Map.empty[Int, Long])) { case ((all, starts), (number, job)) =>
        val start = earliest(all, now, job)
        (all :+ ((job.processors, start, start + job.limit)), starts + (number -> start))
      }
      ._2

  /** Provider driven tick by tick; after each pass, the callback gets the bound processors and the queue.
    */
  private class ProviderRun(scheduler: String, stream: Stream, headPromise: HeadPromise = HeadPromise.IGNORED) {
    val starts = mutable.SortedMap.empty[Int, Long]
    val promised = mutable.SortedMap.empty[Int, Reservation]
    var lastTaken = -1L
    private val provider =
      new ProviderBook(machine, LocalSchedulers.named(scheduler).get, CapacitySlots.VARIABLE, headPromise)
    private val ends = mutable.SortedMap.empty[Int, Long]

    def bound: Bound =
      ends.keys.toSeq.collect {
        case number if stream.jobs.contains(number) =>
          val job = stream.jobs(number)
          (job.processors, starts(number), starts(number) + job.limit)
      } ++ promised.toSeq.collect {
        case (number, r) if !starts.contains(number) || ends.contains(number) =>
          (r.request.processors, r.startTick, r.endTick)
      }

    def waiting(now: Long): Seq[(Int, Batch)] =
      stream.jobs.toSeq.sortBy(_._1).filter { case (number, job) => job.submit <= now && !starts.contains(number) }

    def run(afterPass: Long => Unit): Unit = {
      val all = stream.jobs.size + stream.reservations.size
      for (now <- Iterator.from(0).map(_.toLong).takeWhile(_ => starts.size < all || ends.nonEmpty)) {
        for ((number, _) <- ends.toSeq.filter(_._2 == now)) {
          ends -= number
          provider.ended(number, now)
        }
        for ((number, job) <- stream.jobs.toSeq.sortBy(_._1) if job.submit == now)
          provider.submit(new BatchJob(number, now, job.processors, job.limit))
        for ((number, advance) <- stream.reservations.toSeq.sortBy(_._1) if advance.asked == now)
          provider.reserve(advance.request, now, Lateness.ALLOWED) match {
            case yes: ReservationAnswer.Accepted =>
              promised(number) = yes.reservation
              lastTaken = now
            case no => fail(s"$no")
          }
        for (r <- provider.beginReservations(now).asScala) {
          starts(r.request.number) = now
          ends(r.request.number) = now + stream.reservations(r.request.number).run
        }
        for (job <- provider.pass(now).asScala) {
          starts(job.number) = now
          ends(job.number) = now + stream.jobs(job.number).run
        }
        afterPass(now)
      }
    }
  }

  for (scheduler <- LocalSchedulers.names.asScala.toSeq) s"Reservations beside $scheduler" should {

    "begin on time, regardless of waiting jobs" in forAll(streams(6)) { stream =>
      val drive = new ProviderRun(scheduler, stream)

      drive.run(_ => ())

      for ((number, reservation) <- drive.promised) drive.starts(number) shouldBe reservation.startTick
      drive.promised.keySet shouldBe stream.reservations.keySet
    }
  }

  for (scheduler <- Seq("easy", "easy-sjf", "conservative")) s"The head under $scheduler" should {

    "start no later than any earliest start since the last new reservation" in forAll(streams(6)) { stream =>
      val drive = new ProviderRun(scheduler, stream)
      val shadows = mutable.Buffer.empty[(Int, Long, Long)] // head, computed at, shadow time

      drive.run { now =>
        for ((number, job) <- drive.waiting(now).headOption)
          shadows += ((number, now, earliest(drive.bound, now, job)))
      }

      for ((head, computed, shadow) <- shadows) {
        val undisturbed = !drive.promised.exists { case (number, _) =>
          val taken = stream.reservations(number).asked
          computed < taken && taken <= drive.starts(head)
        }
        if (undisturbed) drive.starts(head) should be <= shadow
      }
    }
  }

  for (scheduler <- Seq("easy", "easy-sjf", "conservative"))
    s"The head under $scheduler, where reservations respect its promise" should {

      "start no later than any earliest start, regardless of reservations" in forAll(streams(6)) { stream =>
        val drive = new ProviderRun(scheduler, stream, HeadPromise.RESPECTED)
        val shadows = mutable.Buffer.empty[(Int, Long)]

        drive.run { now =>
          for ((number, job) <- drive.waiting(now).headOption)
            shadows += number -> earliest(drive.bound, now, job)
        }

        for ((head, shadow) <- shadows) drive.starts(head) should be <= shadow
      }
    }

  "A start that is promised to no job" should {
    "not be respected" in {
      for (scheduler <- Seq("fcfs", "first-fit", "lsf", "sjf"))
        the[IllegalArgumentException] thrownBy
          new ProviderBook(
            machine,
            LocalSchedulers.named(scheduler).get,
            CapacitySlots.VARIABLE,
            HeadPromise.RESPECTED
          ) should have message
          "reservations cannot respect the start of the first job, because the local scheduler promises none"
    }
  }

  "Waiting jobs under conservative backfilling" should {

    "start at the promised time unless a job ends early or a new reservation is made" in forAll(streams(0)) { stream =>
      val drive = new ProviderRun("conservative", stream)
      var promises = Map.empty[Int, Long]

      drive.run { now =>
        val waiting = drive.waiting(now)
        val renewed = plan(drive.bound, now, waiting)
        if (drive.lastTaken < now)
          for ((number, start) <- promises) {
            val kept = if (drive.starts.contains(number)) drive.starts(number) else renewed(number)
            kept shouldBe start
          }
        promises = renewed
      }
    }
  }
}
