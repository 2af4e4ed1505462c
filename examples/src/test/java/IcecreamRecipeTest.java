class IcecreamRecipeTest extends AnyIcecreamTest {
  @Override
  RunningExample.Program example() {
    return new IcecreamRecipe()::main;
  }
}
