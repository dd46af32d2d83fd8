package io.metasched.resource.provider.actor

import io.metasched.resource.actor.journal.Journal
import io.metasched.resource.profile.CapacitySlots
import io.metasched.resource.actor.Rejection
import java.lang.reflect.Modifier
import java.util.Optional

import scala.jdk.CollectionConverters._

import akka.actor.testkit.typed.scaladsl.TestProbe
import akka.actor.typed.ActorRef
import akka.actor.typed.scaladsl.adapter._
import akka.serialization.SerializationExtension
import com.fasterxml.jackson.annotation.JsonSubTypes
import io.metasched.resource.provider.actor.Provider._
import io.metasched.resource.fixture.ActorSpec
import io.metasched.resource.owner.CommandId
import io.metasched.resource.provider.{
  BatchJob,
  BestEffortRequest,
  Lateness,
  LocalSchedulers,
  ProviderBook,
  ProviderState,
  Reservation,
  ReservationAnswer,
  ReservationDemand,
  ReservationRequest
}
import io.metasched.resource.provider.probe.{PlanFigures, ProbeAnswer, RatedSlot}

final class ProviderSpec extends ActorSpec {

  "A provider" should {

    "keep a reservation to its end, and start batch jobs that leave room for it" in {
      val provider = new Asked
      provider.reserves(request(1, ready = 10, length = 5, processors = 3)) shouldBe a[ReservationAnswer.Accepted]
      provider.asks(new Submit(_, new BatchJob(2, 0, 2, 10), 0, _)) shouldBe a[Done]
      provider.asks(new Submit(_, new BatchJob(3, 0, 2, 11), 0, _)) shouldBe a[Done]

      provider.starts(now = 0, passes = true) shouldBe List(2)
      provider.asks(new QueryStatus(_, 0, _)).asInstanceOf[Status].state shouldBe new ProviderState(4, 1, 15)
      provider.ends(2)(now = 10) shouldBe empty
      provider.starts(now = 10, passes = true) shouldBe List(1)
      provider.ends()(now = 15) shouldBe List(1)
      provider.starts(now = 15, passes = true) shouldBe List(3)
    }

    "begin a reservation at a tick without a pass" in {
      val provider = new Asked
      provider.reserves(request(1, ready = 10, length = 5, processors = 3))
      provider.asks(new Submit(_, new BatchJob(2, 0, 1, 1), 10, _))

      provider.starts(now = 10, passes = false) shouldBe List(1)
      provider.starts(now = 10, passes = true) shouldBe List(2)
    }

    "offer the reservation that it would make, and hold no processors for it" in {
      val provider = new Asked
      val wanted = request(1, ready = 10, length = 5, processors = 3)

      for (_ <- 1 to 2)
        provider.asks(new Offer(_, wanted, 0, _)).asInstanceOf[Offered].offer shouldBe
          Optional.of(new Reservation(wanted, 10))
      provider.reserves(wanted)
      provider.asks(new Offer(_, wanted, 0, _)).asInstanceOf[Offered].offer shouldBe
        Optional.of(new Reservation(wanted, 15))
      provider.asks(new Offer(_, request(2, 10, 5, 5), 0, _)).asInstanceOf[Offered].offer shouldBe Optional.empty
    }

    "withdraw a reservation that has not begun, and no other reservation" in {
      val provider = new Asked
      val kept = request(1, ready = 10, length = 5, processors = 3)
      provider.reserves(kept)
      val begun = new Reservation(kept, 10)

      val withdrawn = provider.asks(new Withdraw(_, begun, 0, _)).asInstanceOf[Withdrawn]
      withdrawn.state shouldBe new ProviderState(4, 0, 0)
      rejection(provider.asks(new Withdraw(_, begun, 0, _))) shouldBe Rejection.UNKNOWN_RESERVATION
      provider.asks(new Reserve(_, kept, Lateness.ALLOWED, 0, _)).asInstanceOf[Decided].state.reservedWork shouldBe 15
      provider.starts(now = 10, passes = false) shouldBe List(1)
      rejection(provider.asks(new Withdraw(_, begun, 10, _))) shouldBe Rejection.UNKNOWN_RESERVATION
    }

    "refuse with a reason" in {
      val provider = new Asked
      provider.reserves(request(1, ready = 10, length = 5, processors = 3))

      provider.reserves(request(2, 10, 5, 5)) shouldBe
        new ReservationAnswer.Refused(ReservationAnswer.Reason.TOO_MANY_PROCESSORS)
      provider.reserves(request(3, 10, 5, 2)) shouldBe
        new ReservationAnswer.Refused(ReservationAnswer.Reason.NOT_FREE_IN_INTERVAL)
    }

    "give the same answer to a repeated command, and execute it once" in {
      val provider = new Asked
      val first = provider.asks(new Submit(_, new BatchJob(2, 0, 4, 10), 0, _))
      provider.repeats(first.id)(new Submit(_, new BatchJob(2, 0, 4, 10), 0, _)) shouldBe first
      val started = provider.asks(new Start(_, true, 0, _))

      provider.repeats(started.id)(new Start(_, true, 0, _)) shouldBe started
      provider.starts(now = 0, passes = true) shouldBe empty
    }

    "reject a command older than the cached replies, or of an earlier tick" in {
      val provider = new Asked(remembered = 1)
      val first = provider.asks(new Submit(_, new BatchJob(2, 0, 4, 10), 5, _))
      provider.asks(new QueryStatus(_, 5, _))

      provider.repeats(first.id)(new Submit(_, new BatchJob(2, 0, 4, 10), 5, _)) shouldBe
        new Rejected(first.id, 1, Rejection.TOO_OLD)
      rejection(provider.asks(new QueryStatus(_, 4, _))) shouldBe Rejection.TOO_OLD
      provider.asks(new QueryStatus(_, 5, _)).asInstanceOf[Status].state.waiting shouldBe 1
    }

    "reject a job that is too large, and the end of a job that does not run, without a change" in {
      val provider = new Asked
      provider.asks(new Submit(_, new BatchJob(2, 0, 4, 10), 0, _))
      provider.starts(now = 0, passes = true)

      rejection(provider.asks(new Submit(_, new BatchJob(3, 0, 5, 10), 0, _))) shouldBe Rejection.TOO_LARGE
      rejection(provider.asks(new End(_, boxed(2, 3), 1, _))) shouldBe Rejection.UNKNOWN_JOB
      provider.ends(2)(now = 1) shouldBe empty
    }
  }

  private val id = new CommandId(3, 44)
  private val wanted = request(1, 10, 5, 3)
  private val reservation = new Reservation(wanted, 11)

  private val rated = new RatedSlot(11, 0.5, Optional.of(new PlanFigures(20, 12, 1, 3, 2, 3)))

  private def commands: List[AnyRef] = {
    val to = testKit.createTestProbe[Reply]().ref
    List(
      new QueryStatus(id, 9, to),
      new Submit(id, new BatchJob(2, 8, 3, 10), 9, to),
      new Offer(id, wanted, 9, to),
      new Probe(id, wanted, 9, to),
      new Reserve(id, wanted, Lateness.ALLOWED, 9, to),
      new Withdraw(id, reservation, 9, to),
      new Start(id, true, 9, to),
      new End(id, boxed(1, 2), 9, to)
    )
  }

  private def replies: List[AnyRef] = List(
    new Status(id, 1, new ProviderState(4, 2, 0)),
    new Done(id, 1),
    new Offered(id, 1, Optional.of(reservation)),
    new Probed(id, 1, new ProbeAnswer(java.util.List.of(rated), 7, 8, 9)),
    new Decided(id, 1, new ReservationAnswer.Accepted(reservation), new ProviderState(4, 2, 7)),
    new Withdrawn(id, 1, new ProviderState(4, 2, 7)),
    new Started(id, 1, boxed(1, 2)),
    new Ended(id, 1, boxed(3)),
    new Rejected(id, 1, Rejection.TOO_LARGE)
  )

  "Each message" should {
    for (
      (family, examples) <- List[(Class[_], () => List[AnyRef])](
        classOf[Command] -> (() => commands),
        classOf[Reply] -> (() => replies)
      )
    )
      s"be unchanged after CBOR serialization: ${family.getName.split('.').last}" in {
        val published = family.getPermittedSubclasses.toList.filter(c => Modifier.isPublic(c.getModifiers))
        examples().map(_.getClass.getName).sorted shouldBe published.map(_.getName).sorted
        val serialization = SerializationExtension(testKit.system.toClassic)
        for (example <- examples()) {
          serialization.findSerializerFor(example).getClass.getSimpleName shouldBe "JacksonCborSerializer"
          testKit.serializationTestKit.verifySerialization(example)
        }
      }

    "be unchanged after CBOR serialization in its other forms" in {
      for (
        message <- List(
          new Offer(id, BestEffortRequest.ofTime(wanted, 9), 9, testKit.createTestProbe[Reply]().ref),
          new Offered(id, 1, Optional.empty[Reservation]),
          new Probed(
            id,
            1,
            new ProbeAnswer(java.util.List.of(new RatedSlot(11, 0, Optional.empty[PlanFigures])), 7, 0, 0)
          ),
          new Decided(
            id,
            1,
            new ReservationAnswer.Refused(ReservationAnswer.Reason.NOT_FREE_IN_INTERVAL),
            new ProviderState(4, 2, 7)
          )
        )
      ) testKit.serializationTestKit.verifySerialization(message)
    }

    "have a name for each kind of answer" in {
      val named = classOf[ReservationAnswer].getAnnotation(classOf[JsonSubTypes]).value.map(_.value)
      named.toSet shouldBe classOf[ReservationAnswer].getPermittedSubclasses.toSet
    }

    "have a name for each kind of demand" in {
      val named = classOf[ReservationDemand].getAnnotation(classOf[JsonSubTypes]).value.map(_.value)
      named.toSet shouldBe classOf[ReservationDemand].getPermittedSubclasses.toSet
    }

    "not have a tick before 0" in {
      val to = testKit.createTestProbe[Reply]().ref
      for (
        wrong <- List[() => Any](
          () => new QueryStatus(id, -1, to),
          () => new Submit(id, new BatchJob(2, 8, 3, 10), -1, to),
          () => new Offer(id, wanted, -1, to),
          () => new Probe(id, wanted, -1, to),
          () => new Reserve(id, wanted, Lateness.ALLOWED, -1, to),
          () => new Withdraw(id, reservation, -1, to),
          () => new Start(id, true, -1, to),
          () => new End(id, boxed(1), -1, to)
        )
      ) an[IllegalArgumentException] should be thrownBy wrong()
    }
  }

  private def request(number: Int, ready: Long, length: Long, processors: Int): ReservationRequest =
    new ReservationRequest(number, ready, ready + length, processors, length)

  private def boxed(numbers: Int*): java.util.List[Integer] = numbers.map(Int.box).asJava

  private def rejection(reply: Reply): Rejection = reply.asInstanceOf[Rejected].reason

  /** Provider of four processors, and an issuer of commands. */
  private final class Asked(remembered: Int = 100) {
    private val probe: TestProbe[Reply] = testKit.createTestProbe()
    private val provider: ActorRef[Command] =
      testKit.spawn(
        Provider.create(
          1,
          () => new ProviderBook(4, LocalSchedulers.named("first-fit").get, CapacitySlots.VARIABLE),
          remembered,
          Journal.NONE
        )
      )
    private var count = 0L

    def asks(command: (CommandId, ActorRef[Reply]) => Command): Reply = {
      count += 1
      repeats(new CommandId(7, count))(command)
    }

    def repeats(id: CommandId)(command: (CommandId, ActorRef[Reply]) => Command): Reply = {
      provider ! command(id, probe.ref)
      val reply = probe.receiveMessage()
      reply.id shouldBe id
      reply.provider shouldBe 1
      reply
    }

    def reserves(wanted: ReservationRequest): ReservationAnswer =
      asks(new Reserve(_, wanted, if (wanted.number == 3) Lateness.REFUSED else Lateness.ALLOWED, 0, _))
        .asInstanceOf[Decided]
        .answer

    /** Reports the ends of jobs and returns the jobs to stop after them. */
    def ends(jobs: Int*)(now: Long): List[Int] =
      asks(new End(_, boxed(jobs: _*), now, _)).asInstanceOf[Ended].stopped.asScala.map(_.toInt).toList

    def starts(now: Long, passes: Boolean): List[Int] =
      asks(new Start(_, passes, now, _)).asInstanceOf[Started].jobs.asScala.map(_.toInt).toList
  }
}
