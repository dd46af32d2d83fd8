package io.metasched.resource.actor

import scala.concurrent.duration._
import scala.jdk.CollectionConverters._

import akka.actor.DeadLetter
import akka.actor.testkit.typed.scaladsl.ManualTime
import com.typesafe.config.{Config, ConfigFactory}
import io.metasched.resource.fixture.ActorSpec
import io.metasched.resource.model.Span
import io.metasched.resource.owner.CommandId

/** Batching of commands to domains, which are probes; only the tests advance the wall clock. */
final class CommandBatcherSpec extends ActorSpec {

  override protected def config: Config = ManualTime.config.withFallback(ConfigFactory.load())

  private lazy val clock = ManualTime()(testKit.system)

  /** Allows lost replies: replies sent after the batcher has stopped become dead letters. */
  override protected def mayBeLost(addressed: DeadLetter): Boolean = addressed.message.isInstanceOf[Domain.Reply]

  "A command batcher" should {

    "forward each command to its domain, and return all replies in one message" in {
      val sent = new Sent

      for (domain <- List(2, 0)) sent.answers(domain)
      sent.issuer.expectNoMessage(20.millis)
      sent.answers(1)

      sent.together() shouldBe List(2, 0, 1)
      sent.isOver()
    }

    "forward a single reply unchanged" in {
      val sent = new Sent(domains = 1)

      sent.answers(0)

      sent.issuer.expectMessage(sent.answer(0))
      sent.isOver()
    }

    "expect no answer to a notice" in {
      val session = new CommandId(1, 7)
      val sent = new Sent(domains = 1, notices = List(session))

      sent.domain(1).expectMessage(new PlanningSessions.CloseSession(session))
      sent.answers(0)

      sent.issuer.expectMessage(sent.answer(0))
      sent.isOver()
    }

    "be done at once if no command has an answer" in {
      val sent = new Sent(domains = 0, notices = List(new CommandId(1, 7)))

      sent.domain(0).expectMessageType[PlanningSessions.CloseSession]
      sent.isOver()
    }

    "not delay long answers" in {
      val sent = new Sent
      val versions = List.tabulate(900)(new NodeVersion(_, 1)).asJava
      def long(domain: Int) =
        new PlanningSessions.SessionOpened(sent.id(domain), domain, versions, 9, List.empty.asJava)

      sent.answers(0, long(0))
      sent.issuer.expectNoMessage(20.millis)
      sent.answers(1, long(1))

      sent.together() shouldBe List(0, 1)
      sent.answers(2)
      sent.issuer.expectMessage(sent.answer(2))
      sent.isOver()
    }
  }

  "A command batcher that a domain does not answer" should {

    "forward the replies that have arrived, and later the remaining ones" in {
      val sent = withoutLastAnswer()

      sent.answers(2)
      sent.issuer.expectMessage(sent.answer(2))
      sent.isOver()
    }

    "stop when no reply has arrived for a while" in {
      val sent = withoutLastAnswer()

      clock.timePasses(1.second)

      sent.isOver()
      sent.answers(2)
      sent.issuer.expectNoMessage(20.millis)
    }
  }

  /** Returns commands to three domains of which two have answered; their replies are forwarded. */
  private def withoutLastAnswer(): Sent = {
    val sent = new Sent
    for (domain <- List(0, 1)) sent.answers(domain)
    sent.issuer.expectNoMessage(20.millis)
    clock.timePasses(1.second)
    sent.together() shouldBe List(0, 1)
    sent
  }

  /** Commands to `domains` domains: the first domains open sessions, the others get notices. */
  private final class Sent(domains: Int = 3, notices: List[CommandId] = Nil) {
    val issuer = testKit.createTestProbe[Domain.Reply]()
    private val probes = List.fill(domains + notices.size)(testKit.createTestProbe[Domain.Command]())
    private val batcher = {
      val opening =
        List.tabulate(domains)(domain => new PlanningSessions.OpenSession(id(domain), new Span(0, 9), 0, issuer.ref))
      val commands = opening ++ notices.map(new PlanningSessions.CloseSession(_))
      val addressed =
        probes.zip(commands).map { case (probe, command) => new CommandBatcher.AddressedCommand(probe.ref, command) }
      testKit.spawn(CommandBatcher.create(addressed.asJava, issuer.ref))
    }

    def id(domain: Int): CommandId = new CommandId(1, domain.toLong)

    def domain(number: Int) = probes(number)

    def answer(domain: Int): Domain.Reply = new Domain.Rejected(id(domain), Rejection.TOO_MANY_SESSIONS)

    def answers(domain: Int): Unit = answers(domain, answer(domain))

    def answers(domain: Int, answer: Domain.Reply): Unit = {
      val asked = probes(domain).expectMessageType[PlanningSessions.OpenSession]
      asked.id shouldBe id(domain)
      asked.replyTo ! answer
    }

    /** Returns the domains whose answers arrive in one message. */
    def together(): List[Int] =
      issuer.expectMessageType[CommandBatcher.ReplyBatch].all.asScala.map(_.id.number.toInt).toList

    def isOver(): Unit = {
      testKit.createTestProbe[Any]().expectTerminated(batcher)
      issuer.expectNoMessage(20.millis)
    }
  }
}
