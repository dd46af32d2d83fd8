package io.metasched.metascheduler.twolevel.actor

import java.lang.reflect.Modifier
import java.util.{Optional, OptionalLong}

import scala.concurrent.duration._
import scala.jdk.CollectionConverters._

import akka.actor.testkit.typed.scaladsl.TestProbe
import akka.actor.typed.ActorRef
import akka.actor.typed.scaladsl.adapter._
import akka.serialization.SerializationExtension
import com.fasterxml.jackson.annotation.JsonSubTypes
import io.metasched.metascheduler.twolevel.actor.GridScheduler._
import io.metasched.metascheduler.twolevel.{GridChoice, GridPolicies, GridSettings, GridTask, OfferReport}
import io.metasched.resource.provider.actor.Provider
import io.metasched.resource.actor.{Rejection => ProvidersNo}
import io.metasched.resource.fixture.ActorSpec
import io.metasched.resource.owner.CommandId
import io.metasched.resource.provider.{
  BatchJob,
  BestEffortRequest,
  ProviderState,
  Reservation,
  ReservationAnswer,
  ReservationRequest
}

final class GridSchedulerSpec extends ActorSpec {

  "A grid scheduler" should {

    "send each batch job by the states of the providers after the previous jobs" in {
      val grid = new Simulated
      grid.submits(batch(1), batch(2), batch(3)) shouldBe OptionalLong.of(0)
      grid.dispatches()
      grid.reports(waiting = List(1, 0))

      val placed = List(1, 0, 1).zip(1 to 3).map { case (provider, job) =>
        val submit = grid.gets[Provider.Submit](provider)
        submit.job.number shouldBe job
        submit.replyTo ! new Provider.Done(submit.id, provider)
        new Sent(job, provider)
      }

      val dispatched = grid.answer.asInstanceOf[Dispatched]
      dispatched.sent.asScala shouldBe placed
      dispatched.nextDispatch shouldBe OptionalLong.empty
    }

    "reserve at the provider with the best offer, and continue after the answer" in {
      val grid = new Simulated
      grid.submits(advance(1), advance(2))
      grid.dispatches()
      grid.reports(waiting = List(0, 0))
      grid.offers(starts = List(7, 5))
      val reserve = grid.gets[Provider.Reserve](1)
      grid.probes.foreach(_.expectNoMessage(50.millis))
      val kept = new Reservation(reserve.request.least, 5)
      reserve.replyTo ! new Provider.Decided(reserve.id, 1, new ReservationAnswer.Accepted(kept), state)
      grid.offers(starts = List(5, 5))
      val other = grid.gets[Provider.Reserve](0)
      val reason = ReservationAnswer.Reason.NOT_FREE_IN_INTERVAL
      other.replyTo ! new Provider.Decided(other.id, 0, new ReservationAnswer.Refused(reason), state)

      val dispatched = grid.answer.asInstanceOf[Dispatched]
      dispatched.reserved.asScala shouldBe List(new Reserved(1, kept))
      dispatched.declined.asScala shouldBe List(new Declined(2, reason))
    }

    "let late reservations request a new place when jobs have ended, if the policy does so" in {
      val grid = new Simulated("ar-gather")
      grid.submits(advance(1))
      grid.dispatches()
      grid.reports(waiting = List(0, 0))
      grid.offers(starts = List(9, 8))
      grid.decides(1, start = 8)
      grid.answer.asInstanceOf[Dispatched].reserved.asScala.map(_.provider) shouldBe List(1)

      grid.gives(new MoveForward(_, 3, _))
      grid.reports(waiting = List(0, 0))
      val withdraw = grid.gets[Provider.Withdraw](1)
      withdraw.reservation shouldBe new Reservation(request(1), 8)
      grid.probes.foreach(_.expectNoMessage(50.millis))
      withdraw.replyTo ! new Provider.Withdrawn(withdraw.id, 1, state)
      grid.offers(starts = List(5, 8))
      grid.decides(0, start = 5)

      grid.answer.asInstanceOf[Dispatched].reserved.asScala shouldBe
        List(new Reserved(0, new Reservation(request(1), 5)))
      grid.gives(new MoveForward(_, 4, _))
      grid.answer.asInstanceOf[Dispatched].reserved.asScala shouldBe empty
    }

    "keep the places of late reservations, if the policy does so" in {
      val grid = new Simulated
      grid.submits(advance(1))
      grid.dispatches()
      grid.reports(waiting = List(0, 0))
      grid.offers(starts = List(9, 8))
      grid.decides(1, start = 8)
      grid.answer shouldBe a[Dispatched]

      grid.gives(new MoveForward(_, 3, _))
      grid.answer.asInstanceOf[Dispatched].reserved.asScala shouldBe empty
      grid.probes.foreach(_.expectNoMessage(50.millis))
    }

    "refuse a request larger than any provider, without asking one" in {
      val grid = new Simulated
      grid.submits(new GridTask.Advance(new ReservationRequest(1, 5, 10, 9, 5)))
      grid.dispatches()
      grid.reports(waiting = List(0, 0))

      grid.answer.asInstanceOf[Dispatched].declined.asScala shouldBe
        List(new Declined(1, ReservationAnswer.Reason.TOO_MANY_PROCESSORS))
    }

    "give the same answer to a repeated request, and reject others while a request is in flight" in {
      val grid = new Simulated
      grid.submits(batch(1))
      val id = grid.dispatches()
      grid.gives(new Submit(_, List[GridTask](batch(2)).asJava, 0, _))
      grid.answer.asInstanceOf[Rejected].reason shouldBe GridScheduler.Rejection.BUSY
      grid.repeats(id)(new Dispatch(_, 0, _))
      grid.reports(waiting = List(0, 0))
      val submit = grid.gets[Provider.Submit](0)
      submit.replyTo ! new Provider.Done(submit.id, 0)

      val dispatched = grid.answer
      grid.repeats(id)(new Dispatch(_, 0, _))
      grid.answer shouldBe dispatched
      grid.probes.foreach(_.expectNoMessage(50.millis))
    }

    "fail all requests after a provider stops or rejects a command" in {
      for (isLost <- List(true, false)) {
        val grid = new Simulated
        grid.submits(batch(1))
        grid.dispatches()
        val query = grid.gets[Provider.QueryStatus](1)
        if (isLost) grid.probes(1).stop()
        else query.replyTo ! new Provider.Rejected(query.id, 1, ProvidersNo.TOO_OLD)

        val why = if (isLost) "provider 1 has stopped" else "provider 1 rejects: TOO_OLD"
        grid.answer.asInstanceOf[Failed].what shouldBe why
        grid.gives(new Submit(_, List[GridTask](batch(2)).asJava, 0, _))
        grid.answer.asInstanceOf[Failed].what shouldBe why
      }
    }

    "fail on a batch job larger than any provider that takes batch jobs" in {
      val grid = new Simulated
      grid.submits(new GridTask.Batch(new BatchJob(1, 0, 9, 5)))
      grid.dispatches()
      grid.reports(waiting = List(0, 0))

      grid.answer.asInstanceOf[Failed].what should include("job 1 needs 9 processors")
    }
  }

  private val id = new CommandId(3, 44)
  private val state = new ProviderState(4, 0, 0)

  private def requests: List[AnyRef] = {
    val to = testKit.createTestProbe[Reply]().ref
    val tasks =
      List[GridTask](batch(1), advance(2), new GridTask.Advance(BestEffortRequest.ofProcessors(request(3), 4)))
    List(new Submit(id, tasks.asJava, 9, to), new Dispatch(id, 9, to), new MoveForward(id, 9, to))
  }

  private def replies: List[AnyRef] = List(
    new Queued(id, OptionalLong.of(9)),
    new Dispatched(
      id,
      List(new Sent(1, 0)).asJava,
      List(new Reserved(1, new Reservation(request(2), 5))).asJava,
      List(new Declined(3, ReservationAnswer.Reason.TOO_MANY_PROCESSORS)).asJava,
      List(new OfferReport(2, 1, 5, 5, 20, true)).asJava,
      OptionalLong.empty
    ),
    new Rejected(id, GridScheduler.Rejection.BUSY),
    new Failed(id, "provider 1 has stopped")
  )

  "Each message" should {
    for (
      (family, examples) <- List[(Class[_], () => List[AnyRef])](
        classOf[Request] -> (() => requests),
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

    "have a name for each kind of task" in {
      val named = classOf[GridTask].getAnnotation(classOf[JsonSubTypes]).value.map(_.value)
      named.toSet shouldBe classOf[GridTask].getPermittedSubclasses.toSet
    }
  }

  private def batch(number: Int): GridTask = new GridTask.Batch(new BatchJob(number, 0, 2, 5))

  private def request(number: Int) = new ReservationRequest(number, 5, 10, 2, 5)

  private def advance(number: Int): GridTask = new GridTask.Advance(request(number))

  /** Grid scheduler over two providers of four processors, which are probes. */
  private final class Simulated(placement: String = "mct-by-index") {
    val probes: Vector[TestProbe[Provider.Command]] = Vector.fill(2)(testKit.createTestProbe())
    private val issuer: TestProbe[Reply] = testKit.createTestProbe()
    private val grid: ActorRef[Command] = testKit.spawn(
      GridScheduler.create(
        probes.map(_.ref).asJava,
        () =>
          new GridChoice(
            2,
            GridPolicies.batch("load-balance", new java.util.SplittableRandom(1)).get,
            GridPolicies.reservations(placement, new java.util.SplittableRandom(2)).get,
            GridSettings.DEFAULTS
          ),
        GridSettings.DEFAULTS,
        100,
        false
      )
    )
    private var count = 0L

    def gives(command: (CommandId, ActorRef[Reply]) => Command): CommandId = {
      count += 1
      repeats(new CommandId(7, count))(command)
    }

    def repeats(id: CommandId)(command: (CommandId, ActorRef[Reply]) => Command): CommandId = {
      grid ! command(id, issuer.ref)
      id
    }

    def answer: Reply = issuer.receiveMessage()

    def submits(tasks: GridTask*): OptionalLong = {
      gives(new Submit(_, tasks.asJava, 0, _))
      answer.asInstanceOf[Queued].nextDispatch
    }

    def dispatches(): CommandId = gives(new Dispatch(_, 0, _))

    def gets[C <: Provider.Command](provider: Int)(implicit kind: reflect.ClassTag[C]): C =
      probes(provider).expectMessageType[C]

    def reports(waiting: List[Int]): Unit =
      for ((waits, provider) <- waiting.zipWithIndex) {
        val query = gets[Provider.QueryStatus](provider)
        query.replyTo ! new Provider.Status(query.id, provider, new ProviderState(4, waits, 0))
      }

    def offers(starts: List[Int]): Unit =
      for ((start, provider) <- starts.zipWithIndex) {
        val asked = gets[Provider.Offer](provider)
        val offer = new Reservation(asked.request.least, start.toLong)
        asked.replyTo ! new Provider.Offered(asked.id, provider, Optional.of(offer))
      }

    def decides(provider: Int, start: Long): Unit = {
      val reserve = gets[Provider.Reserve](provider)
      val kept = new ReservationAnswer.Accepted(new Reservation(reserve.request.least, start))
      reserve.replyTo ! new Provider.Decided(reserve.id, provider, kept, state)
    }
  }
}
