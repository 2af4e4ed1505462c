class IcecreamTest extends AnyIcecreamTest {
  @Override
  RunningExample.Program example() {
    return new Icecream()::main;
  }
}
