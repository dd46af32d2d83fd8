package io.metasched.resource.provider

import io.metasched.resource.profile.CapacitySlots
import io.metasched.resource.twolevel.FreeProcessors
import io.metasched.resource.twolevel.StaticBinding
import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

import io.metasched.resource.fixture.DomainProperties
import org.scalacheck.Gen

final class ReservationPropertySpec extends DomainProperties {

  private val machine = 5

  private val requests = Gen.choose(1, 25).flatMap { count =>
    Gen
      .listOfN(
        count,
        for {
          ready <- Gen.choose(0L, 40L)
          duration <- Gen.choose(1L, 10L)
          leeway <- Gen.frequency(1 -> Gen.const(0L), 2 -> Gen.choose(1L, 15L))
          processors <- Gen.choose(1, machine)
        } yield (ready, duration, leeway, processors)
      )
      .map(_.zipWithIndex.map { case ((ready, duration, leeway, processors), i) =>
        new ReservationRequest(i, ready, ready + duration + leeway, processors, duration)
      })
  }

  private def provider = new ProviderBook(machine, LocalSchedulers.named("fcfs").get, CapacitySlots.VARIABLE)

  private def accepted(answer: ReservationAnswer): Option[Reservation] = answer match {
    case yes: ReservationAnswer.Accepted => Some(yes.reservation)
    case _                               => None
  }

  /** Binds each reservation at its start to the free processors with the lowest indices. */
  private def bound(reservations: Seq[Reservation]): Seq[(Reservation, Seq[Int])] = {
    val free = new FreeProcessors(machine)
    val running = mutable.Buffer.empty[(Reservation, java.util.BitSet)]
    reservations.sortBy(r => (r.startTick, r.request.number)).map { reservation =>
      val (over, still) = running.toList.partition(_._1.endTick <= reservation.startTick)
      over.foreach(r => free.giveBack(r._2))
      running.clear()
      running ++= still
      val taken = free.take(reservation.request.processors)
      running += reservation -> taken
      reservation -> taken.stream.toArray.toSeq
    }
  }

  private def needAt(reservations: Iterable[Reservation], tick: Long): Int =
    reservations.filter(r => r.startTick <= tick && tick < r.endTick).map(_.request.processors).sum

  "Reservations" should {

    "be placed at the earliest start of their tick-by-tick twin, or be refused" in
      forAll(requests) { requests =>
        val asked = provider
        val placed = mutable.Buffer.empty[Reservation]

        for (request <- requests) {
          val start = (request.readyTick to request.dueTick - request.durationTicks).find { start =>
            (start until start + request.durationTicks)
              .forall(needAt(placed, _) + request.processors <= machine)
          }

          val answer = accepted(asked.reserve(request, 0, Lateness.REFUSED))

          answer.map(_.startTick) shouldBe start
          placed ++= answer
        }
      }

    "get the largest amount within their ranges, at the earliest start of the minimum" in
      forAll(requests, Gen.listOfN(25, Gen.zip(Gen.oneOf(true, false), Gen.choose(0, 8)))) { (requests, ranges) =>
        val asked = provider
        val placed = mutable.Buffer.empty[Reservation]

        for ((request, (isOfTime, more)) <- requests.zip(ranges)) {
          val (mostProcessors, mostTicks) =
            if (isOfTime) (request.processors, request.durationTicks + more)
            else (request.processors + more, request.durationTicks)
          // by start, then by amount in descending order
          val possible = for {
            start <- (request.readyTick to request.dueTick - request.durationTicks).iterator
            n <- mostProcessors to request.processors by -1
            ticks <- mostTicks to request.durationTicks by -1
            if start + ticks <= request.dueTick
            if (start until start + ticks).forall(needAt(placed, _) + n <= machine)
          } yield (start, n, ticks)

          val answer =
            accepted(asked.reserve(new BestEffortRequest(request, mostProcessors, mostTicks), 0, Lateness.REFUSED))

          answer.map(r => (r.startTick, r.request.processors, r.request.durationTicks)) shouldBe possible.nextOption()
          placed ++= answer
        }
      }

    "get the minimum time if they are late, and still the most processors" in {
      def late(demand: ReservationDemand) = {
        val asked = new ProviderBook(4, LocalSchedulers.named("fcfs").get, CapacitySlots.VARIABLE)
        asked.reserve(new ReservationRequest(0, 0, 10, 4, 10), 0, Lateness.REFUSED)
        asked.reserve(new ReservationRequest(1, 16, 20, 2, 4), 0, Lateness.REFUSED)
        accepted(asked.reserve(demand, 0, Lateness.ALLOWED)).get
      }
      val least = new ReservationRequest(2, 5, 12, 1, 5)

      late(BestEffortRequest.ofTime(least, 100)) shouldBe new Reservation(least, 10)
      late(BestEffortRequest.ofProcessors(least, 9)) shouldBe
        new Reservation(new ReservationRequest(2, 5, 12, 4, 5), 10)
    }

    "request a range of processors or of time, upwards, and not both" in {
      val least = new ReservationRequest(2, 5, 12, 2, 5)

      for ((processors, ticks) <- Seq((1, 5L), (2, 4L), (3, 6L)))
        an[IllegalArgumentException] should be thrownBy new BestEffortRequest(least, processors, ticks)
      new BestEffortRequest(least, 2, 5).least shouldBe least
    }

    // Proposition 1 of the hierarchical reservation paper
    "always be bound to separate processors, although they are placed by numbers only" in
      forAll(requests, Gen.oneOf(Lateness.values.toSeq)) { (requests, lateness) =>
        val asked = provider
        val placed = requests.flatMap(request => accepted(asked.reserve(request, 0, lateness)))

        val processors = bound(placed)

        processors.foreach { case (r, taken) => taken.distinct should have size r.request.processors.toLong }
        for ((one, its) <- processors; (other, others) <- processors if one.request.number < other.request.number)
          if (one.startTick < other.endTick && other.startTick < one.endTick)
            its.intersect(others) shouldBe empty
      }

    "keep their processors if they are bound at once, each at its earliest start" in
      forAll(requests) { requests =>
        val static = new StaticBinding(machine)
        val placed = mutable.Buffer.empty[StaticBinding.Bound]

        for (request <- requests) {
          def isFree(processor: Int, tick: Long) = placed.forall { b =>
            !b.processors.get(processor) || tick < b.reservation.startTick || b.reservation.endTick <= tick
          }
          val start = (request.readyTick to request.dueTick - request.durationTicks).find { start =>
            (0 until machine).count(p =>
              (start until start + request.durationTicks).forall(isFree(p, _))
            ) >= request.processors
          }

          val answer = static.reserve(request).toScala

          answer.map(_.reservation.startTick) shouldBe start
          for (b <- answer; p <- b.processors.stream.toArray; t <- b.reservation.startTick until b.reservation.endTick)
            isFree(p, t) shouldBe true
          placed ++= answer
        }
      }

    "be accepted as numbers if static binding finds no processors" in {
      // static binding has assigned processor 0 from 2 on and processor 1 until 2
      val requests = Seq((0L, 1L), (0L, 2L), (2L, 2L), (1L, 2L)).zipWithIndex.map { case ((ready, duration), i) =>
        new ReservationRequest(i, ready, ready + duration, 1, duration)
      }
      val static = new StaticBinding(2)
      val dynamic = new ProviderBook(2, LocalSchedulers.named("fcfs").get, CapacitySlots.VARIABLE)

      requests.map(static.reserve(_).isPresent) shouldBe Seq(true, true, true, false)
      requests.map(r => accepted(dynamic.reserve(r, 0, Lateness.REFUSED)).isDefined) shouldBe
        Seq(true, true, true, true)
    }
  }

  "A provider" should {

    "let no batch job run into a reservation, and let batch jobs fill the gap before it" in {
      val provider = new ProviderBook(4, LocalSchedulers.named("first-fit").get, CapacitySlots.VARIABLE)
      provider.reserve(new ReservationRequest(0, 10, 20, 3, 10), 0, Lateness.REFUSED)
      provider.submit(new BatchJob(1, 0, 2, 11))
      provider.submit(new BatchJob(2, 0, 3, 10))
      provider.submit(new BatchJob(3, 0, 1, 50))

      provider.pass(0).asScala.map(_.number) shouldBe Seq(2, 3)
      provider.waiting shouldBe 1
      provider.ended(2, 10)
      provider.nextReservation.getAsLong shouldBe 10
      provider.beginReservations(10).asScala.map(_.request.number) shouldBe Seq(0)
      provider.pass(10).asScala shouldBe empty
      // the reservation ends early, and its processors are free immediately
      provider.ended(0, 15)
      provider.pass(15).asScala.map(_.number) shouldBe Seq(1)
    }

    "stop running jobs at their limits, so that the next reservation has its processors" in {
      val provider = new ProviderBook(4, LocalSchedulers.named("first-fit").get, CapacitySlots.VARIABLE)
      provider.reserve(new ReservationRequest(0, 0, 10, 2, 10), 0, Lateness.REFUSED)
      provider.reserve(new ReservationRequest(1, 10, 20, 4, 10), 0, Lateness.REFUSED)
      provider.submit(new BatchJob(2, 0, 1, 10))
      provider.submit(new BatchJob(3, 0, 1, 7))
      provider.beginReservations(0).asScala.map(_.request.number) shouldBe Seq(0)
      provider.pass(0).asScala.map(_.number) shouldBe Seq(2, 3)

      provider.nextLimit.getAsLong shouldBe 7
      provider.ended(3, 7) // without a request, at its limit
      provider.stopAtLimits(7).asScala shouldBe empty
      provider.nextLimit.getAsLong shouldBe 10
      provider.stopAtLimits(10).asScala shouldBe Seq(0, 2)
      provider.beginReservations(10).asScala.map(_.request.number) shouldBe Seq(1)
      an[IllegalStateException] should be thrownBy provider.ended(0, 10)
      an[IllegalStateException] should be thrownBy provider.ended(1, 21)
    }

    "let the first job of the queue block later jobs under first come, first served" in {
      val provider = new ProviderBook(4, LocalSchedulers.named("fcfs").get, CapacitySlots.VARIABLE)
      provider.reserve(new ReservationRequest(0, 10, 20, 3, 10), 0, Lateness.REFUSED)
      provider.submit(new BatchJob(1, 0, 2, 11))
      provider.submit(new BatchJob(2, 0, 1, 5))

      provider.pass(0).asScala shouldBe empty
    }

    "give the reason of a refusal, and refuse a request in the past only if the past matters" in {
      val provider = new ProviderBook(4, LocalSchedulers.named("lsf").get, CapacitySlots.VARIABLE)
      provider.reserve(new ReservationRequest(0, 20, 30, 3, 10), 0, Lateness.REFUSED)
      def answers(now: Long, ready: Long, due: Long, processors: Int, duration: Long) = {
        val request = new ReservationRequest(1, ready, due, processors, duration)
        Lateness.values.toSeq
          .map(new ProviderBook(4, LocalSchedulers.named("lsf").get, CapacitySlots.VARIABLE).reserve(request, now, _))
          .map {
            case yes: ReservationAnswer.Accepted => Right(yes.reservation.startTick)
            case no: ReservationAnswer.Refused   => Left(no.reason)
          }
      }
      import ReservationAnswer.Reason

      // first with the interval as a deadline, then as a due date
      answers(0, 5, 9, 5, 5) shouldBe Seq.fill(2)(Left(Reason.LONGER_THAN_INTERVAL))
      answers(0, 9, 5, 1, 1) shouldBe Seq.fill(2)(Left(Reason.LONGER_THAN_INTERVAL))
      answers(9, 5, 10, 5, 5) shouldBe Seq.fill(2)(Left(Reason.TOO_MANY_PROCESSORS))
      answers(6, 5, 10, 1, 5) shouldBe Seq(Left(Reason.IN_THE_PAST), Right(6))
      answers(40, 5, 10, 1, 5) shouldBe Seq(Left(Reason.IN_THE_PAST), Right(40))
      // the ready time has passed, but enough time remains
      answers(6, 5, 11, 1, 5) shouldBe Seq.fill(2)(Right(6))
      provider.reserve(new ReservationRequest(2, 21, 30, 2, 9), 0, Lateness.REFUSED) shouldBe
        new ReservationAnswer.Refused(Reason.NOT_FREE_IN_INTERVAL)
    }

    "reject a request without processors or time, or before tick 0" in {
      for (
        (ready, due, processors, duration) <- Seq((0L, 9L, 0, 1L), (0L, 9L, 1, 0L), (-1L, 9L, 1, 1L), (0L, -1L, 1, 1L))
      )
        an[IllegalArgumentException] should be thrownBy
          new ReservationRequest(1, ready, due, processors, duration)
    }

    "report that a late request ends too late, and refuse an impossible request" in {
      val provider = new ProviderBook(4, LocalSchedulers.named("lsf").get, CapacitySlots.VARIABLE)
      provider.reserve(new ReservationRequest(0, 0, 10, 4, 10), 0, Lateness.REFUSED)
      val request = new ReservationRequest(1, 5, 12, 1, 7)

      provider.reserve(request, 0, Lateness.REFUSED) shouldBe
        new ReservationAnswer.Refused(ReservationAnswer.Reason.NOT_FREE_IN_INTERVAL)
      accepted(provider.reserve(request, 0, Lateness.ALLOWED)).get.tardinessTicks shouldBe 5
      provider.reserve(new ReservationRequest(2, 0, 1, 5, 1), 0, Lateness.ALLOWED) shouldBe
        new ReservationAnswer.Refused(ReservationAnswer.Reason.TOO_MANY_PROCESSORS)
      provider.offer(new ReservationRequest(2, 0, 1, 5, 1), 0).isPresent shouldBe false
    }
  }
}
